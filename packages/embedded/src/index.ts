export { type ClonedDatabase, cloneDatabase, createTemplate } from "./database.ts";

export { findFreePort } from "./port.ts";
export { processUrlOf, serviceUrlOf } from "./postgres/access.ts";
export {
  type EmbeddedPostgres,
  postgresDatabase,
  type StartPostgresOptions,
  startPostgres,
} from "./postgres/start.ts";
export {
  type StartedProcess,
  serviceEnv,
  serviceNodeArgs,
  startProcess,
  startServiceProcess,
} from "./process/start.ts";
export { findRedisServer } from "./redis/find.ts";
export { startRedis } from "./redis/start.ts";

export { type ProcessKind, processSettings } from "./service/environment.ts";
export { type Foreground, openForeground, reachableUrl } from "./service/foreground.ts";
export { ServiceError } from "./service/log.ts";
export { checkoutOf } from "./service/processes.ts";
export type { Service } from "./service/start.ts";
export { type RunningService, readRunningService } from "./service/state.ts";
export { startTestServers } from "./testing/start.ts";
