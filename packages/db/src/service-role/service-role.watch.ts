import { giveNotice, type Logger, type Notice } from "@rewards/runtime";
import type { Database } from "../client.ts";
import { faultKind } from "../fault.ts";
import { describeExcessRights } from "./service-role.inspect.ts";
import type { ProcessRole } from "./service-role.rights.ts";

/** Logs once, as soon as Postgres is reachable, which rights the connections' role has but processes of `needed` do not need. */
export function watchRights(
  database: Pick<Database, "sql">,
  needed: ProcessRole,
  logger: Pick<Logger, "warn">,
): Notice {
  return giveNotice({
    message: "the role of DATABASE_URL has more rights than this process needs",
    look: () => describeExcessRights(database, needed),
    isAway: (error) => faultKind(error) === "infrastructure",
    logger,
  });
}
