import {
  type AdjustedSums,
  type Amount,
  addAdjustment,
  amountOf,
  formatAmount,
  limitsSums,
  type Scope,
} from "@rewards/domain";
import type { Tx } from "../client.ts";
import { type RowLocks, skipLocked } from "../lock.ts";
import type { ActionCall } from "../object/object.types.ts";

/** The sums of those clients whose adjustments are limited. */
export interface AdjustedClients {
  /** Whether the call's client is limited, and another session holds its sums. */
  isHeld(call: ActionCall): boolean;
  /**
   * Runs `post` if the adjustment keeps within the limits, and then counts it.
   * @throws AppError 429 if it does not; and what `post` throws.
   */
  count<Result>(call: ActionCall, amount: Amount, nowMs: number, post: () => Result): Result;
  /** Writes what was counted. */
  write(): Promise<void>;
}

type Limited = ActionCall & { readonly scope: Scope };
const isLimited = (call: ActionCall): call is Limited => call.scope !== undefined && limitsSums(call.scope);

/**
 * Locks the sums of the calls' clients until the transaction ends, in the order of their IDs, after the locks of
 * balances. For clients without such limits it sends nothing and waits for nothing.
 */
export async function lockAdjusted(
  tx: Tx,
  calls: readonly ActionCall[],
  locks: RowLocks,
  balances: Promise<unknown>,
): Promise<AdjustedClients> {
  const clients = [...new Set(calls.filter(isLimited).map(({ user }) => user))].sort();
  if (clients.length > 0) await balances;
  const sums = await lockSums(tx, clients, locks);
  const counted = new Set<string>();
  return {
    isHeld: (call) => isLimited(call) && !sums.has(call.user),
    count(call, amount, nowMs, post) {
      const before = sums.get(call.user);
      if (!before || !isLimited(call)) return post();
      const after = addAdjustment(call.scope, before, amount, nowMs);
      const result = post();
      sums.set(call.user, after);
      counted.add(call.user);
      return result;
    },
    write: () => writeSums(tx, new Map([...sums].filter(([client]) => counted.has(client)))),
  };
}

async function lockSums(tx: Tx, clients: readonly string[], locks: RowLocks): Promise<Map<string, AdjustedSums>> {
  if (clients.length === 0) return new Map();
  const found = await selectForUpdate(tx, clients, locks);
  const missing = clients.filter((client) => !found.has(client));
  if (missing.length === 0) return found;
  // A row that another session holds exists: nothing is inserted, so nothing waits for it.
  const inserted = await tx`
    insert into client_adjusted (client_id)
    select id from unnest(${missing}::text[]) as c(id)
    where not exists (select from client_adjusted a where a.client_id = c.id) order by id
    on conflict do nothing returning client_id`;
  return inserted.length === 0 ? found : new Map([...found, ...(await selectForUpdate(tx, missing, locks))]);
}

interface Row {
  readonly client: string;
  readonly hour_from: Date;
  readonly hour_sum: string;
  readonly day_from: Date;
  readonly day_sum: string;
}

async function selectForUpdate(
  tx: Tx,
  clients: readonly string[],
  locks: RowLocks,
): Promise<Map<string, AdjustedSums>> {
  const rows = await tx<Row[]>`
    select client_id as client, hour_from, hour_sum, day_from, day_sum from client_adjusted
    where client_id = any(${[...clients]}::text[]) order by client_id for update${skipLocked(tx, locks)}`;
  return new Map(
    rows.map(({ client, hour_from, hour_sum, day_from, day_sum }) => {
      const hour = { fromMs: hour_from.getTime(), amount: amountOf(hour_sum) };
      return [client, { hour, day: { fromMs: day_from.getTime(), amount: amountOf(day_sum) } }];
    }),
  );
}

async function writeSums(tx: Tx, sums: ReadonlyMap<string, AdjustedSums>): Promise<void> {
  if (sums.size === 0) return;
  const each = <Value>(of: (one: AdjustedSums) => Value) => [...sums.values()].map(of);
  const from = (period: keyof AdjustedSums) => each((one) => new Date(one[period].fromMs).toISOString());
  const sum = (period: keyof AdjustedSums) => each((one) => formatAmount(one[period].amount));
  await tx`
    update client_adjusted a set hour_from = r.hour_from, hour_sum = r.hour_sum, day_from = r.day_from, day_sum = r.day_sum
    from unnest(${[...sums.keys()]}::text[], ${from("hour")}::timestamptz[], ${sum("hour")}::numeric[],
      ${from("day")}::timestamptz[], ${sum("day")}::numeric[]) as r(client_id, hour_from, hour_sum, day_from, day_sum)
    where a.client_id = r.client_id`;
}
