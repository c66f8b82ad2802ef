import { openTally } from "@rewards/queue";
import type { Logger } from "@rewards/runtime";
import { type AdmitCall, createLimits, type LimitOptions } from "./limits.ts";
import { isLimiting, windowMs } from "./policy.ts";
import { shareMeters } from "./share.ts";

export interface LimitsOptions {
  /** Undefined for no limits. */
  readonly limits: LimitOptions | undefined;
  /** Without credentials there are no clients, and only the limits of addresses apply. */
  readonly isAuthRequired: boolean;
  /** The most bytes that are read of a body. */
  readonly bodyBytesMax: number;
  readonly queueUrl: string;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** For errors of the connection to the queue, which readiness reports. */
  readonly queueLogger: Pick<Logger, "info" | "warn" | "error">;
}

export interface OpenLimits {
  readonly admitCall: AdmitCall;
  stop(): void;
}

/** Opens the limits of callers. All APIs share them if the queue is on Redis; otherwise each API counts alone. */
export function openLimits(options: LimitsOptions): OpenLimits {
  const { limits, isAuthRequired, bodyBytesMax, queueUrl, logger, queueLogger } = options;
  const isLimited = limits && (isAuthRequired || isLimiting(limits.address));
  if (!isLimited) return { admitCall: () => undefined, stop: () => undefined };
  const tally = openTally({ url: queueUrl, windowMs, logger: queueLogger });
  const sharing = tally && shareMeters({ tally, logger });
  const admitCall = createLimits(limits, { bodyBytesMax, onUse: sharing?.onUse });
  return { admitCall, stop: () => sharing?.stop() };
}
