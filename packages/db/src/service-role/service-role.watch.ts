import { giveNotice, type Logger, type Notice } from "@rewards/runtime";
import type { Database } from "../client.ts";
import { faultKind } from "../fault.ts";
import { describeExcessRights } from "./service-role.inspect.ts";

/** Has the log say once, as soon as Postgres is there, what the role of these connections may do and need not. */
export function watchRights(database: Pick<Database, "sql">, logger: Pick<Logger, "warn">): Notice {
  return giveNotice({
    message: "the role of DATABASE_URL has more rights than this process needs",
    look: () => describeExcessRights(database),
    isAway: (error) => faultKind(error) === "infrastructure",
    logger,
  });
}
