import type { Logger } from "./logger.ts";
import type { Progress } from "./progress.ts";

export interface ReadinessOptions {
  /** The server that the work needs, as reasons name it: `Postgres`. */
  readonly server: string;
  /** What the log says when readiness is lost, and when it is back. */
  readonly lines: { readonly lost: string; readonly back: string };
  /** Work that may stall although the server answers. */
  readonly work?: WatchedWork;
  /** Tries the work without doing any. Returns what makes it unsafe, with the remedy; rejects if it cannot be done. */
  readonly probe: () => Promise<string | undefined>;
  /** What an operator does about an error of the probe or of a batch. */
  readonly remedyOf: (error: unknown) => string;
  readonly logger: Pick<Logger, "warn" | "info">;
  /** Milliseconds on a clock that does not run backwards. */
  readonly nowMs?: () => number;
}

interface WatchedWork {
  /** The work of the process, as its reasons name it. */
  readonly name: string;
  readonly progress: Pick<Progress, "stalledMs" | "failure">;
  /** How long the work may make no progress while batches are under way, ms. */
  readonly stalledMsMax: number;
}

export interface Verdict {
  /** Why the process cannot do its work now or not safely, with the remedy; undefined if it can. */
  readonly reason: string | undefined;
  /** Whether the probe was answered. */
  readonly isAnswered: boolean;
}

/**
 * Whether a process can do its work. Always in one of these states, and each move between them is one line of the log:
 * - ready (from the start);
 * - not ready, for a reason. While it lasts its line is repeated once a minute, and at once if the reason changes.
 *   It lasts at least until the batches that were under way when it began have succeeded or ended: otherwise an answered
 *   probe would call back the load balancers while all sales still wait for a connection that went silent.
 */
export interface Readiness {
  /** Callers during a check share its verdict. Never rejects. */
  check(): Promise<Verdict>;
  /** Ends the regular checks; nothing is logged any more. */
  stop(): void;
}

const probeMsMax = 2_000;
/** The probe's time is counted in pieces, so that a suspended process does not take its own pause for silence. */
const probePieces = 8;
/** After a failure the work counts as failing for this long. Then the probe decides, since there may be no work to try. */
const failingMs = 5_000;
/** Checks run even if nobody asks, so that the log has their result. */
const lookEveryMs = 5_000;
/** Checks further apart mean that the process itself was suspended. */
const lookGapMsMax = 7_000;
/** A fault with a code explains a probe that hangs, for this long: behind a lock, some probes fail and others hang. */
const explainsMs = 15_000;
const repeatEveryMs = 60_000;

export function createReadiness(options: ReadinessOptions): Readiness {
  const { nowMs = () => performance.now() } = options;
  const report = createReport(options);
  let looking: Promise<Verdict> | undefined;
  let lostAtMs: number | undefined;
  let lookedAtMs = nowMs();
  let explained: { readonly fault: string; readonly atMs: number } | undefined;
  let isStopped = false;

  async function look(): Promise<Verdict> {
    const gapMs = nowMs() - lookedAtMs;
    const suspendedMs = gapMs > lookGapMsMax ? gapMs : 0;
    lookedAtMs += gapMs;
    const probed = await probeInTime(options);
    const lostForMs = lostAtMs === undefined ? undefined : nowMs() - lostAtMs;
    const reason = explain(probed) ?? describeProgress(options, lostForMs, suspendedMs) ?? probed.finding;
    lostAtMs = reason === undefined ? undefined : (lostAtMs ?? nowMs());
    if (!isStopped) report(reason);
    return { reason, isAnswered: probed.fault === undefined };
  }

  function explain({ fault, isLate }: Probed): string | undefined {
    if (isLate && explained && nowMs() - explained.atMs < explainsMs) return explained.fault;
    explained = fault === undefined || isLate ? undefined : { fault, atMs: nowMs() };
    return fault;
  }

  function check(): Promise<Verdict> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const timer = setInterval(() => void check(), lookEveryMs).unref();
  void check();
  return {
    check,
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Logs each change of the reason, its end, and from time to time that it persists. */
export function createReport({
  lines,
  logger,
  nowMs = () => performance.now(),
}: Pick<ReadinessOptions, "lines" | "logger" | "nowMs">): (reason: string | undefined) => void {
  let loggedKind: string | undefined;
  let loggedAtMs = 0;
  return (reason) => {
    // A reason that counts seconds is the same reason at every check.
    const kind = reason?.replaceAll(/\d+/g, "#");
    if (kind === undefined) {
      if (loggedKind !== undefined) logger.info({ recovered: true }, lines.back);
    } else {
      if (kind === loggedKind && nowMs() - loggedAtMs < repeatEveryMs) return;
      logger.warn({ reason }, lines.lost);
      loggedAtMs = nowMs();
    }
    loggedKind = kind;
  };
}

interface Probed {
  readonly fault?: string;
  /** The fault is that no answer came. */
  readonly isLate?: boolean;
  readonly finding?: string | undefined;
}

async function probeInTime({ server, probe, remedyOf }: ReadinessOptions): Promise<Probed> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Probed>((resolve) => {
    const fault = `${server} does not answer within ${probeMsMax} ms. ${remedyOf(undefined)}`;
    let pieces = 0;
    timer = setInterval(() => {
      pieces += 1;
      if (pieces === probePieces) resolve({ fault, isLate: true });
    }, probeMsMax / probePieces);
  });
  const answer = probe().then(
    (finding): Probed => ({ finding }),
    (error: unknown): Probed => ({ fault: `${server} fails (${codeIn(error)}). ${remedyOf(error)}` }),
  );
  return Promise.race([answer, late]).finally(() => clearInterval(timer));
}

/**
 * @param lostForMs how long the process has not been ready; undefined while it is.
 * @param suspendedMs how long the process itself was suspended just now, which is no stall of its batches.
 */
function describeProgress(
  { server, work, remedyOf }: ReadinessOptions,
  lostForMs: number | undefined,
  suspendedMs: number,
): string | undefined {
  if (work === undefined) return undefined;
  const { name, progress, stalledMsMax } = work;
  const stalledMs = progress.stalledMs() - suspendedMs;
  if (stalledMs > Math.min(stalledMsMax, lostForMs ?? stalledMsMax))
    return `A batch of ${name} has waited for ${server} for ${Math.round(stalledMs / 1_000)} s. Look for what holds it up in pg_stat_activity, and check the network.`;
  const failure = progress.failure();
  if (!failure || failure.agoMs > failingMs) return undefined;
  return `The last batch of ${name} failed (${codeIn(failure.error)}). ${remedyOf(failure.error)}`;
}

/** Only the code of an error: its message may hold an address. */
function codeIn(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "without a code";
}
