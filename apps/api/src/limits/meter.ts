import { AppError, type ErrorCode } from "@rewards/domain";

/**
 * What one caller has used of one limit. A window begins with the first use after the one before ended, so that callers
 * do not all return at the same instant.
 */
export interface Meter {
  readonly policy: Policy;
  /** Identifies the caller and the limit, among all APIs. */
  readonly key: string;
  used: number;
  /** How much of `used` the other APIs do not know yet. */
  unshared: number;
  windowEndsAtMs: number;
  /** The number of windows so far. */
  window: number;
}

function openMeter(policy: Policy, subject: string): Meter {
  return { policy, key: `${policy.name}:${subject}`, used: 0, unshared: 0, windowEndsAtMs: 0, window: 0 };
}

/** Whether nothing is left until the window ends. */
export function isSpent({ policy, used, windowEndsAtMs }: Meter, nowMs: number): boolean {
  return used >= policy.max && nowMs < windowEndsAtMs;
}

/** Counts a use. One use may exceed the limit: how much it takes is known only afterwards. */
export function charge(meter: Meter, amount: number, nowMs: number): void {
  if (nowMs >= meter.windowEndsAtMs) {
    meter.used = 0;
    meter.unshared = 0;
    meter.windowEndsAtMs = nowMs + windowMs;
    meter.window += 1;
  }
  meter.used += amount;
  meter.unshared += amount;
}

/** Whether callers should see the limit: at the first use in a window, and once half of it is used. */
export function isWorthShowing({ policy, used }: Meter): boolean {
  return used <= 1 || used * 2 >= policy.max;
}

/** The seconds until the window ends, rounded up; at least 1. */
export function secondsLeft({ windowEndsAtMs }: Meter, nowMs: number): number {
  return Math.max(1, Math.ceil((windowEndsAtMs - nowMs) / 1_000));
}

/** The meter's item in `RateLimit`. */
export function itemOf(meter: Meter, nowMs: number): string {
  const { policy, used, windowEndsAtMs } = meter;
  if (nowMs >= windowEndsAtMs) return `"${policy.name}";r=${policy.max}`;
  return `"${policy.name}";r=${Math.max(0, policy.max - used)};t=${secondsLeft(meter, nowMs)}`;
}

/** Every limit applies to a minute. A burst fits in it, and a refused caller does not wait for longer. */
export const windowMs = 60_000;

/** Whom a limit applies to: a client with a credential, or the network of an address. */
export type Holder = "client" | "address";

/** What a caller may use in a minute; 0 for no limit. */
export interface Allowance {
  readonly calls: number;
  /** Bytes of request bodies; unpacked, if they come packed. */
  readonly bodyBytes: number;
  /** Time of reader threads, in ms, the statements in Postgres included. */
  readonly readMs: number;
  /** Look-ups of voucher codes that find nothing. */
  readonly voucherMisses: number;
}
export type Kind = keyof Allowance;

interface KindOfLimit {
  readonly code: ErrorCode;
  /** The name of the policy in `RateLimit` is the holder and this. */
  readonly name: string;
  /** What the caller reads, after "This client" or "This address". */
  readonly allows: (max: number) => string;
  /**
   * The parameter with the quota's unit in `RateLimit-Policy`. Without one the unit is a request. Undefined if the unit
   * is not registered: then the policy is not in the header.
   */
  readonly unit: "" | `;qu="${string}"` | undefined;
}

const kinds = {
  calls: { code: "Error_Calls_TooMany", name: "calls", unit: "", allows: (max) => `may send ${max} calls a minute` },
  bodyBytes: {
    code: "Error_BodyBytes_TooMany",
    name: "body-bytes",
    unit: ';qu="content-bytes"',
    allows: (max) => `may send ${max} bytes of bodies a minute`,
  },
  readMs: {
    code: "Error_ReadTime_Spent",
    name: "read-ms",
    unit: undefined,
    allows: (max) => `may use ${max} ms a minute for reads`,
  },
  voucherMisses: {
    code: "Error_VoucherLookups_TooMany",
    name: "voucher-misses",
    unit: "",
    allows: (max) => `may ask for ${max} unknown voucher codes a minute`,
  },
} as const satisfies Record<Kind, KindOfLimit>;
const kindsOfLimit = Object.keys(kinds) as Kind[];

/** Whether it has a limit. */
export const isLimiting = (allowance: Allowance) => kindsOfLimit.some((kind) => allowance[kind] > 0);

/** A limit: the same for all clients, or for all networks. */
interface Policy {
  readonly name: string;
  readonly max: number;
  /** The policy's item in `RateLimit-Policy`; undefined if that cannot express it. */
  readonly item: string | undefined;
  /** One error for all refusals: creating an error costs more than refusing. */
  readonly refusal: AppError;
}

function policyOf(holder: Holder, kind: Kind, max: number): Policy {
  const { code, name, unit, allows } = kinds[kind];
  const text = `This ${holder} ${allows(max)}; try again later.`;
  const item = unit === undefined ? undefined : `"${holder}-${name}";q=${max}${unit};w=${windowMs / 1_000}`;
  return { name: `${holder}-${name}`, max, item, refusal: new AppError(code, [{ code, text }]) };
}

/** What one caller uses. A limit that is not set has no meter. */
export interface Account extends Readonly<Record<Kind, Meter | undefined>> {
  /** Calls without an answer. */
  open: number;
}

/** The accounts of all clients by ID, or of all networks. */
export interface Accounts {
  of(subject: string): Account;
  /** The policy of calls, for `RateLimit-Policy`. */
  readonly callsItem: string | undefined;
}

/** Beyond this, the account that was opened first is forgotten: addresses are many, and clients come and go. */
const accountsMaxDefault = 10_000;

export function openAccounts(holder: Holder, allowance: Allowance, accountsMax = accountsMaxDefault): Accounts {
  const accounts = new Map<string, Account>();
  const policies = kindsOfLimit.flatMap((kind) => {
    const max = allowance[kind];
    return max === 0 ? [] : [{ kind, policy: policyOf(holder, kind, max) }];
  });
  const none = { calls: undefined, bodyBytes: undefined, readMs: undefined, voucherMisses: undefined };

  function open(subject: string): Account {
    const meters = policies.map(({ kind, policy }) => [kind, openMeter(policy, subject)]);
    const account: Account = { ...none, ...Object.fromEntries(meters), open: 0 };
    accounts.set(subject, account);
    const [first = ""] = accounts.keys();
    if (accounts.size > accountsMax) accounts.delete(first);
    return account;
  }

  return {
    of: (subject) => accounts.get(subject) ?? open(subject),
    callsItem: policies.find(({ kind }) => kind === "calls")?.policy.item,
  };
}
