import type { Sql } from "@rewards/db";
import type { BoardQueues } from "@rewards/queue";
import type { Gate, HttpCounts, Logger, Readiness, Refusal, Throttle } from "@rewards/runtime";
import type { Api } from "./api/api.ts";
import type { PreviewRule } from "./earning-rule/rule.preview.ts";
import type { EntranceOptions } from "./entrance.ts";
import type { Login } from "./login/login.ts";
import type { ChartRead, Live } from "./overview/overview.live.ts";
import type { StatusLook } from "./overview/overview.look.ts";
import type { ProviderLogin } from "./provider/provider.login.ts";
import type { ReadRecords, Replica } from "./replica.ts";
import type { Views } from "./views.ts";

export interface ConsoleDeps {
  readonly api: Api;
  readonly sql: Sql;
  readonly views: Views;
  readonly read: ReadRecords;
  /** The time zone in which pages show times. */
  readonly zone: () => Promise<string>;
  /** Undefined without read replicas. */
  readonly replica: Replica | undefined;
  /** Searches that found nothing, by viewer: each may have been a guess of a voucher code. */
  readonly guesses: Throttle;
  /** Undefined without QUEUE_URL. */
  readonly queueUrl: string | undefined;
  /** BullMQ's queues; undefined without QUEUE_URL. */
  readonly boardQueues: BoardQueues | undefined;
  /** Counts answers by route. */
  readonly http: HttpCounts;
  readonly gate: Gate;
  readonly readiness: Pick<Readiness, "check">;
  readonly look: StatusLook;
  /** What passed lately, for charts. */
  readonly readChart: ChartRead;
  readonly live: Live;
  readonly previewRule: PreviewRule;
  readonly login: Login;
  /** Undefined if users log in with a password alone. */
  readonly provider: ProviderLogin | undefined;
  /** For the log and the audit. */
  readonly reportForbidden: (refusal: Refusal) => void;
  /** For the log and the audit: requests that no page of the console makes. */
  readonly reportSuspect: (refusal: Refusal) => void;
  /** The page of a trace in a tracing UI, with `{traceId}`. */
  readonly traceUrl: string | undefined;
  readonly isAuthRequired: boolean;
  /** Whether users without one-time codes see no page. */
  readonly areCodesRequired: boolean;
  readonly entrance: EntranceOptions;
  readonly logger: Pick<Logger, "warn" | "error">;
}
