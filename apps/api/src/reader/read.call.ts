import type { ErrorCode, ErrorDetail } from "@rewards/domain";

/** What the query string of a GET may hold of a data view call, each as JSON. */
export type ViewMember = "dataViewParameters" | "query" | "paging";

/** A read, as the gateway hands it to a reader thread: nothing of it is parsed yet, so that the gateway spends no time on it. */
export type ReadCall =
  | { readonly kind: "view" | "count"; readonly view: string; readonly body: Uint8Array }
  | { readonly kind: "view"; readonly view: string; readonly members: Readonly<Partial<Record<ViewMember, string>>> }
  | { readonly kind: "object"; readonly id: string }
  | { readonly kind: "action"; readonly id: string; readonly action: string };

/** What a thread answers: the body as it goes to the caller, in slices, or why the call is refused. */
export type ReadOutcome = ReadAnswer | ReadRefusal;

export interface ReadAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly slices: readonly Uint8Array<ArrayBuffer>[];
}

/** An AppError on its way between threads, which keeps no more of an error than its message and its stack. */
interface ReadRefusal {
  readonly refused: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** For the log alone. */
  readonly cause?: unknown;
  readonly causeCode?: string;
}

/** A task of a thread. */
export interface ReadTask {
  /** By it the task is called off. */
  readonly id: number;
  readonly call: ReadCall;
  /** The caller of the read does. */
  readonly takesGzip: boolean;
  /** On the clock of `process.hrtime`, which all threads share, ms. */
  readonly endsAtMs: number;
}

/** What a thread is started with. */
export interface ReaderSettings {
  readonly databaseUrl: string;
  readonly connectionsMax: number;
  readonly viewMsMax: number;
  readonly answerBytesMax: number;
  /** The name of the channel by which tasks are called off: it bears their IDs. */
  readonly cancelChannel: string;
}

/** A clock that all threads share and nobody sets, ms. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
