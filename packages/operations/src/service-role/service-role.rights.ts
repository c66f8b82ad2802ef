import { serviceTables, tableViews } from "@rewards/db";
import { earningRule, type ObjectDefinition, objects } from "@rewards/domain";
import { getTableName } from "drizzle-orm";
import { changed, none, type Right, reads, rightsOfTables, rightsOfView } from "./service-role.tables.ts";

/** A role of the service's processes. It owns nothing, so it cannot disable triggers. `migrate` grants its rights. */
export interface ProcessRole {
  readonly name: string;
  /** Who connects with it, for messages. */
  readonly of: string;
  /** The rights that it needs, by the Postgres name of the table or view: all tables, also those without a right. */
  readonly rights: ReadonlyMap<string, readonly Right[]>;
  /** The functions of the owner that it may call. Each does one thing, for which the role lacks the rights. */
  readonly functions?: readonly string[];
}

const movedColumns = "status, confirmation_note, version, update_date_time, update_user_id";
/** What a worker, or the discard of a dead letter, changes in a record. */
const settled: readonly Right[] = ["select", `update (${movedColumns}, settled_by)`];
/** What a worker does with records that it creates itself. */
const minted: readonly Right[] = ["select", "insert", `update (${movedColumns})`];

type RightsOfObject = (definition: ObjectDefinition) => readonly Right[];

/** Objects are never deleted. `role` is a column of `rightsOfTables`. */
function rightsOf(ofObject: RightsOfObject, role: 0 | 1 | 2 | 3): ReadonlyMap<string, readonly Right[]> {
  return new Map([
    ...objects.map((definition) => [definition.noun, ofObject(definition)] as const),
    ...Object.entries(serviceTables).map(
      ([name, table]) => [getTableName(table), rightsOfTables[name as keyof typeof rightsOfTables][role]] as const,
    ),
    ...tableViews.map(({ name }) => [name, rightsOfView(name)[role]] as const),
  ]);
}

/** A class without a path is created by a worker alone. */
const ofApi: RightsOfObject = ({ path }) => (path === null ? ["select", "update"] : changed);

function ofWorker(definition: ObjectDefinition): readonly Right[] {
  const { path, staged } = definition;
  if (path === null) return minted;
  // The rules that it applies are in the programme.
  if (definition === earningRule) return none;
  return staged ? settled : reads;
}

const ofWorkerAlone = [
  "add_sale_partitions(integer, integer)",
  "erase_rejected(jsonb)",
  "prune_audit(integer, integer)",
  "tell_expiring(uuid[], jsonb)",
  "told_expiring(timestamptz, timestamptz)",
] as const;
const ofApiAlone = [
  "publish_token_key(text, jsonb)",
  "audit_tokens(jsonb)",
  "keep_events(text[])",
  "console_callers()",
] as const;
/** They check the rights of the user of a session. */
const ofConsoleAlone = [
  "create_client_as(text, jsonb, jsonb)",
  "rotate_client_as(text, text, bytea, bigint, jsonb)",
  "revoke_client_as(text, text, jsonb)",
  "ask_adjustment_as(text, jsonb, jsonb)",
  "refuse_adjustment_as(text, uuid, text, jsonb)",
] as const;
const ofCommandsAlone = [
  "create_client(jsonb, jsonb)",
  "rotate_client(text, bytea, bigint, jsonb)",
  "revoke_client(text, jsonb)",
] as const;
/** Of who erases people. */
const analyze = "analyze_people(regclass)";

/** Also for API and worker of installations that have no other role for them. */
export const serviceRole: ProcessRole = {
  name: "rewards_service",
  of: "the commands of rewards",
  rights: rightsOf(() => changed, 0),
  functions: [...ofWorkerAlone, ...ofApiAlone, ...ofConsoleAlone, ...ofCommandsAlone, analyze],
};

export const apiRole: ProcessRole = {
  name: "rewards_api",
  of: "the API",
  rights: rightsOf(ofApi, 1),
  functions: [...ofApiAlone, analyze],
};

export const workerRole: ProcessRole = {
  name: "rewards_worker",
  of: "the worker",
  rights: rightsOf(ofWorker, 2),
  functions: ofWorkerAlone,
};

export const consoleRole: ProcessRole = {
  name: "rewards_console",
  of: "the console",
  rights: rightsOf(({ staged }) => (staged ? settled : reads), 3),
  functions: ofConsoleAlone,
};

export const processRoles: readonly ProcessRole[] = [serviceRole, apiRole, workerRole, consoleRole];
