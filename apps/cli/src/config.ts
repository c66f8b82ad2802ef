import { ledgerPartitions } from "@rewards/operations";
import { integerVar, originVar, personalKeysVar, postgresUrlVar, queueUrlVar, serviceSettings } from "@rewards/runtime";
import { z } from "zod";

const workersMax = 64;
const rolePasswordVar = z
  .string()
  .regex(/^.{12,255}$/, { error: "expected a password of 12 characters or more, on one line" });

/** What each command reads of the environment. */
export const startConfig = z.object({
  ...serviceSettings.shape,
  WORKERS: integerVar({ min: 1, max: workersMax }).default(1),
});

export const migrateConfig = z.object({
  DATABASE_URL: postgresUrlVar,
  /** Postgres itself, where DATABASE_URL leads to a pooler: the lock of a migration belongs to its session. */
  DATABASE_DIRECT_URL: postgresUrlVar.optional(),
  QUEUE_URL: queueUrlVar.optional(),
  LEDGER_PARTITIONS: integerVar(ledgerPartitions).optional(),
  SERVICE_PASSWORD: rolePasswordVar.optional(),
  API_ROLE_PASSWORD: rolePasswordVar.optional(),
  WORKER_ROLE_PASSWORD: rolePasswordVar.optional(),
  CONSOLE_ROLE_PASSWORD: rolePasswordVar.optional(),
});

/** For commands that work on the database of a service. */
export const databaseConfig = z.object({
  DATABASE_URL: postgresUrlVar.optional(),
  DATA_DIR: serviceSettings.shape.DATA_DIR,
});

/** For commands that change the tables, as their owner and without a pooler. */
export const ownerConfig = z.object({ DATABASE_DIRECT_URL: postgresUrlVar.optional() });

/** For commands that look at the queue too. */
export const queueConfig = z.object({ QUEUE_URL: queueUrlVar.optional() });

/** For commands that look at the read replicas too. */
export const replicaConfig = z.object({ DATABASE_READ_URL: postgresUrlVar.optional() });

/** For commands that read or write personal data. */
export const personalConfig = z.object({ PERSONAL_DATA_KEYS: personalKeysVar.optional() });

/** For commands that call the API. */
export const importConfig = z.object({
  REWARDS_URL: originVar.default("http://127.0.0.1:3000"),
  REWARDS_KEY: z.string().optional(),
});
