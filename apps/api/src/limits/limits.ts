import { openTally } from "@rewards/queue";
import type { apiSettings, Logger } from "@rewards/runtime";
import type { z } from "zod";
import { type ApiContext, networkOfRequest } from "../call.ts";
import { type Allowance, isLimiting, type Meter, openAccounts, windowMs } from "./meter.ts";
import { Quota } from "./quota.ts";
import { shareMeters } from "./share.ts";

export interface LimitsOptions {
  readonly config: z.infer<typeof apiSettings>;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** For errors of the connection to the queue, which readiness reports. */
  readonly queueLogger: Pick<Logger, "info" | "warn" | "error">;
}

export interface OpenLimits {
  /** Undefined if nothing is limited. */
  readonly admitCall: AdmitCall | undefined;
  stop(): void;
}

/**
 * Opens the limits of callers. Without credentials there are no clients, and only the limits of addresses apply. All APIs
 * share them if the queue is on Redis; otherwise each API counts alone.
 */
export function openLimits({ config, logger, queueLogger }: LimitsOptions): OpenLimits {
  const limits = limitsOf(config);
  if (config.AUTH !== "required" && !isLimiting(limits.address)) return { admitCall: undefined, stop: () => undefined };
  const tally = openTally({ url: config.QUEUE_URL, windowMs, logger: queueLogger });
  const sharing = tally && shareMeters({ tally, logger });
  const admitCall = createLimits(limits, { bodyBytesMax: config.BODY_BYTES_MAX, onUse: sharing?.onUse });
  return { admitCall, stop: () => sharing?.stop() };
}

const limitsOf = (config: LimitsOptions["config"]): LimitOptions => ({
  client: {
    calls: config.CLIENT_CALLS_MAX,
    openCalls: config.CLIENT_REQUESTS_MAX,
    bodyBytes: config.CLIENT_BODY_BYTES_MAX,
    readMs: config.CLIENT_READ_MS_MAX,
    voucherMisses: config.CLIENT_VOUCHER_MISSES_MAX,
  },
  address: {
    calls: config.ADDRESS_CALLS_MAX,
    bodyBytes: config.ADDRESS_BODY_BYTES_MAX,
    readMs: config.ADDRESS_READ_MS_MAX,
    voucherMisses: config.ADDRESS_VOUCHER_MISSES_MAX,
  },
});

export interface LimitOptions {
  readonly client: Allowance & {
    /** Calls without an answer. Those of an address are bounded where connections are. */
    readonly openCalls: number;
  };
  readonly address: Allowance;
}

export interface LimitDeps {
  /** The most bytes that are read of a body. */
  readonly bodyBytesMax: number;
  readonly onUse?: ((meter: Meter) => void) | undefined;
  readonly nowMs?: () => number;
}

/**
 * Counts a call of a known caller, before its body is read. The answer then has a quota, which later steps charge.
 * @throws AppError 429.
 */
export type AdmitCall = (c: ApiContext) => void;

export function createLimits({ client, address }: LimitOptions, deps: LimitDeps): AdmitCall {
  const clients = openAccounts("client", client);
  const networks = isLimiting(address) ? openAccounts("address", address) : undefined;
  const items = [clients.callsItem, networks?.callsItem];
  const shared = { clientOpenMax: client.openCalls, onUse: deps.onUse, nowMs: deps.nowMs ?? (() => performance.now()) };
  const forClients = { ...shared, policyHeader: items.filter((item) => item !== undefined).join(", ") };
  const forOthers = { ...shared, policyHeader: networks?.callsItem ?? "" };

  return (c) => {
    const { caller, incoming, outgoing } = c.env;
    const account = caller.isNamed ? clients.of(caller.user) : undefined;
    const network = networks?.of(networkOfRequest(incoming));
    if (!account && !network) return;
    const quota = new Quota(account, network, account ? forClients : forOthers);
    outgoing.quota = quota;
    quota.begin(Math.min(Number(incoming.headers["content-length"] ?? 0), deps.bodyBytesMax));
  };
}
