export { type ClonedDatabase, cloneDatabase } from "./database/clone.ts";
export { createTemplate } from "./database/template.ts";
export { FolderInUseError } from "./folder/own.ts";
export { findFreePort } from "./port/find.ts";
export { processUrlOf, serviceUrlOf } from "./postgres/password.ts";
export {
  type EmbeddedPostgres,
  postgresDatabase,
  type StartPostgresOptions,
  startPostgres,
} from "./postgres/start.ts";
export {
  type StartedProcess,
  type StartProcessOptions,
  serviceEnv,
  serviceNodeArgs,
  startProcess,
  startServiceProcess,
} from "./process/start.ts";
export { findRedisServer } from "./redis/find.ts";
export { type EmbeddedRedis, type StartRedisOptions, startRedis } from "./redis/start.ts";
export { type Servers, type StartServersOptions, startServers } from "./servers/start.ts";
export { type ProcessKind, processSettings } from "./service/environment.ts";
export { ServiceError } from "./service/error.ts";
export { scriptsOf } from "./service/processes.ts";
export { limitRepeats, readLogLine } from "./service/readable.ts";
export { type Service, type StartServiceOptions, startService } from "./service/start.ts";
export { type RunningService, readRunningService } from "./service/state.ts";
export { startTestServers, type TestServers } from "./testing/start.ts";
