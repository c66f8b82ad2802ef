import type { Database, ViewRunner } from "@rewards/db";
import type { ReplicaWatch } from "@rewards/operations";
import type { Enqueuer } from "@rewards/queue";
import type { HttpCounts, Readiness, Refusal } from "@rewards/runtime";
import type { ActionPool } from "./action.pool.ts";
import type { ApiContext, Authenticate } from "./call.ts";
import type { Authenticator } from "./credentials/authenticate.ts";
import type { LogUse } from "./credentials/credentials.ts";
import type { Tokens } from "./credentials/tokens.ts";
import type { FailureLog } from "./errors.ts";
import type { RunWrite } from "./gates.ts";
import type { Gateway } from "./gateway.ts";
import type { Imports } from "./import/open.ts";
import type { AdmitCall } from "./limits/limits.ts";
import type { PersonalData } from "./personal.ts";
import type { Reads } from "./reader/reader.pool.ts";
import type { Workers } from "./readiness.ts";

/** The handlers' dependencies, assembled in api.ts. */
export interface ApiDeps {
  readonly database: Database;
  /** How personal data is stored. */
  readonly personal: Pick<PersonalData, "keys" | "reason" | "isKnown" | "isSealed" | "sealed" | "demandKeys">;
  readonly workers: Pick<Workers, "reason">;
  readonly reads: Reads;
  /** For operators' reads; callers' reads run in threads. */
  readonly readDb: ViewRunner;
  readonly gateway: Gateway;
  readonly imports: Imports;
  readonly enqueuer: Pick<Enqueuer, "push">;
  readonly logFailure: FailureLog;
  readonly actions: Pick<ActionPool, "run">;
  /** Runs the transaction of an operator's call. Creates and reads have separate bounds. */
  readonly write: RunWrite;
  /** The read replicas; undefined without them. */
  readonly replica: Pick<ReplicaWatch, "state"> | undefined;
  readonly bodyBytesMax: number;
  /** Counts responses by route. */
  readonly http: HttpCounts;
  /** Finds who sent a call. Undefined if no credentials are required: then every caller has every right. */
  readonly authenticate: Authenticate | undefined;
  /** Admits every caller, if no credentials are required. */
  readonly admitAnybody: Authenticate;
  /** Counts a call against the limits of its caller; undefined if there are none. */
  readonly admitCall: AdmitCall | undefined;
  /** The client that asks for a token, or gives one back. */
  readonly identify: Authenticator["identify"];
  readonly tokens: Pick<Tokens, "issue" | "revoke">;
  /** The token that operators send. Without it and without clients, the operators' paths do not exist. */
  readonly operatorToken: string | undefined;
  /** For the log: a credential that was right. */
  readonly logUse: LogUse;
  /** Reports calls with a wrong operator token. */
  readonly reportWrongToken: (refusal: Refusal) => void;
  /** Reports calls that were refused with 403. */
  readonly reportForbidden: (refusal: Refusal) => void;
  /** An additional root of the API, next to `apiRoot`. */
  readonly extraRoot: string | undefined;
  /** Where browsers reach the console, if the API knows. */
  readonly consoleUrl: string | undefined;
  readonly newId: () => string;
  /** Whether sales are accepted. */
  readonly readiness: Pick<Readiness, "check">;
  /** Whether accepted sales reach the workers at once. */
  readonly queueReadiness: Pick<Readiness, "check">;
  /** True once the process has begun to stop. */
  readonly isStopping: () => boolean;
}

/** `objectPath` is the `{ObjectPath}` at the start of the call's path, if it has one. */
export type Handler = (c: ApiContext, deps: ApiDeps, objectPath: string | undefined) => Promise<Response>;
