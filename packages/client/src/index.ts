export { createRewardsClient } from "./client.ts";
export type { Done, ReadObject, RewardsClient } from "./client.types.ts";
export type { ClientCredentials } from "./credential.ts";
export { RewardsError, type RewardsErrorCode, type RewardsErrorDetail } from "./error.ts";
export type { Fetch, Incoming, Outgoing } from "./fetch.types.ts";
export type { components } from "./generated/schema.ts";
export type { RetryOptions } from "./retry.ts";
export type { CallOptions, ClientOptions } from "./transport.ts";
export type { Condition, Filter, Paging, Rows, Summary, ViewQuery, ViewRecord } from "./view.types.ts";
