import { type Meter, openMeter } from "./meter.ts";
import { type Allowance, type Holder, type Kind, kindsOfLimit, policyOf } from "./policy.ts";

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
