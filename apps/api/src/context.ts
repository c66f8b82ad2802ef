import type { IncomingMessage } from "node:http";
import type { Database, ViewRunner } from "@rewards/db";
import type { Enqueuer } from "@rewards/queue";
import type { Gate, Readiness } from "@rewards/runtime";
import type { Context } from "hono";
import type { Answer } from "./answer.ts";
import type { FailureLog } from "./failure-log.ts";
import type { Gateway } from "./gateway.ts";
import type { WrongToken } from "./operator.report.ts";
import type { Reads } from "./reader/reader.pool.ts";

/** What the handlers work with; main.ts and the tests put it together. */
export interface ApiDeps {
  readonly database: Database;
  readonly reads: Reads;
  /** For the reads of operators; reads of callers run in threads. */
  readonly readDb: ViewRunner;
  readonly gateway: Gateway;
  readonly enqueuer: Pick<Enqueuer, "push">;
  readonly logFailure: FailureLog;
  /** Bounds the actions and operators' calls under way, over all connections. Reads have bounds of their own. */
  readonly gate: Gate;
  readonly bodyBytesMax: number;
  /** What operators show to be let in; without it there is nothing for them. */
  readonly operatorToken: string | undefined;
  /** Tells of calls with a wrong one. */
  readonly reportWrongToken: (call: WrongToken) => void;
  /** A further root of the API beside `apiRoot`. */
  readonly extraRoot: string | undefined;
  readonly newId: () => string;
  /** Whether sales are accepted. */
  readonly readiness: Pick<Readiness, "check">;
  /** Whether they get to the workers at once. */
  readonly queueReadiness: Pick<Readiness, "check">;
  /** True from the moment that the process was told to stop. */
  readonly isStopping: () => boolean;
}

export interface ApiBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: Answer;
}

export type ApiContext = Context<{ Bindings: ApiBindings }>;
/** `objectPath` is the `{ObjectPath}` that the call's path begins with, where it has one. */
export type Handler = (c: ApiContext, deps: ApiDeps, objectPath: string | undefined) => Promise<Response>;
export const apiRoot = "/dx/api/application/v2";
export const operatorRoot = "/ops/v1";
