import { networkOfRequest } from "../connections/address.ts";
import type { ApiContext } from "../context.ts";
import { openAccounts } from "./accounts.ts";
import type { Meter } from "./meter.ts";
import { type Allowance, isLimiting } from "./policy.ts";
import { Quota } from "./quota.ts";

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
