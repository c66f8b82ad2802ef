import {
  hostNamesVar,
  hostVar,
  integerVar,
  logLevelVar,
  operatorTokenVar,
  originsVar,
  pathVar,
  portVar,
  postgresUrlVar,
  queueUrlVar,
} from "@rewards/runtime";
import { z } from "zod";

const dataDirVar = z.string();
const workersMax = 64;
const servicePasswordVar = z
  .string()
  .regex(/^.{12,255}$/, { error: "expected a password of 12 characters or more, on one line" });

/** What each command reads of the environment. */
export const startConfig = z.object({
  DATABASE_URL: postgresUrlVar.optional(),
  QUEUE_URL: queueUrlVar.optional(),
  HOST: hostVar.default("127.0.0.1"),
  PORT: portVar.optional(),
  WORKERS: integerVar({ min: 1, max: workersMax }).default(1),
  DATA_DIR: dataDirVar.optional(),
  /** For the API and the workers; looked at here, so that a wrong one is told before anything starts. */
  LOG_LEVEL: logLevelVar.optional(),
  HOSTS: hostNamesVar.optional(),
  CORS_ORIGINS: originsVar.optional(),
  OPERATOR_TOKEN: operatorTokenVar.optional(),
  EXTRA_API_ROOT: pathVar.optional(),
  PATH: z.string().optional(),
});

export const migrateConfig = z.object({
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar.optional(),
  SERVICE_PASSWORD: servicePasswordVar.optional(),
});

/** Of commands that work on the database of a service. */
export const databaseConfig = z.object({
  DATABASE_URL: postgresUrlVar.optional(),
  DATA_DIR: dataDirVar.optional(),
});

/** Of commands that look at its queue too. */
export const queueConfig = z.object({ QUEUE_URL: queueUrlVar.optional() });
