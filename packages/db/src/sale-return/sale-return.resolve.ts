import type { KnownOriginal, Originals, Programme, SaleToDecide } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { loadOriginals } from "./sale-return.load.ts";

/** What a batch knows of the sales that its return lines name. */
export interface KnownReturns {
  /** Resolved originals, by ExternalID. */
  readonly originals: ReadonlyMap<string, KnownOriginal>;
  /** When each return of the batch was accepted, and Postgres' clock, ms. */
  readonly receivedAtMs: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

type Returning = Pick<SaleToDecide, "id" | "items">;

/** The lines of a sale that name an original. Each may load one with 500 lines, and write a row. */
export const linkedLines = ({ items }: Returning) =>
  items.reduce((sum, { OriginalSaleExternalID: key }) => (key === undefined ? sum : sum + 1), 0);

const originalKeys = ({ items }: Returning) =>
  items.flatMap(({ OriginalSaleExternalID: key }) => (key === undefined ? [] : [key]));

/** Undefined if no line of these sales names an original: then it sends nothing. */
export async function loadReturns(sql: Sql, sales: readonly Returning[]): Promise<KnownReturns | undefined> {
  const returns = sales.filter((one) => originalKeys(one).length > 0);
  if (returns.length === 0) return undefined;
  const [originals, received] = await Promise.all([
    loadOriginals(sql, [...new Set(returns.flatMap(originalKeys))]),
    sql<{ id: string; at: Date; now: Date }[]>`
      select id, create_date_time as at, clock_timestamp() as now from sale where id = any(${returns.map(({ id }) => id)}::uuid[])`,
  ]);
  return {
    originals,
    receivedAtMs: new Map(received.map(({ id, at }) => [id, at.getTime()])),
    nowMs: received[0]?.now.getTime() ?? 0,
  };
}

/** An original that a return waits for, by ExternalID, and until when. */
export interface AwaitedOriginal {
  readonly key: string;
  readonly untilMs: number;
}

export type ResolvedReturn = { readonly originals: Originals } | { readonly awaited: AwaitedOriginal };

const dayMs = 86_400_000;

/** The originals of a return, or the first that it must wait for; undefined if it names none. */
export function resolveReturn(
  one: Returning,
  { returnWaitDays }: Programme,
  { originals, receivedAtMs, nowMs }: KnownReturns,
): ResolvedReturn | undefined {
  const keys = new Set(originalKeys(one));
  if (keys.size === 0) return undefined;
  const untilMs = (receivedAtMs.get(one.id) ?? 0) + returnWaitDays * dayMs;
  const resolved = new Map<string, KnownOriginal>();
  for (const key of keys) {
    const original = originals.get(key) ?? (nowMs >= untilMs ? "unlinked" : undefined);
    if (!original) return { awaited: { key, untilMs } };
    resolved.set(key, original);
  }
  return { originals: resolved };
}
