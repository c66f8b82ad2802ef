import { type EventKind, eventKinds } from "@rewards/domain";
import type { Sql } from "../client.ts";
import type { StoredEvent } from "./event.render.ts";

/** Rows and events that one read looks at. */
const rowsMax = 2_000;
const lookedMax = 5_000;

interface EventRow {
  readonly first: string;
  readonly size: number;
  readonly key: string;
  readonly kind: string;
  readonly at: Date;
  /** Null if the kind is not wanted. */
  readonly ids: readonly string[] | null;
  readonly data: readonly Record<string, unknown>[] | null;
}

interface EventAtRow {
  readonly number: string;
  readonly position: number;
  readonly kind: EventKind;
  readonly key: string;
  readonly at: Date;
  readonly subject: string;
  readonly data: Record<string, unknown> | null;
}

/** A place in the log: all events up to this number are before it. `key` is that of the row which has the number. */
export interface EventPlace {
  readonly number: bigint;
  readonly key: string;
}

export interface EventPage {
  /** The events of the kinds, in their order. */
  readonly events: readonly StoredEvent[];
  /** The place after what this page looked at, which may be more than its events. */
  readonly next: EventPlace;
  /** Whether it looked at all events. */
  readonly isAll: boolean;
}

/** The event's UUID: the key of its row, with its position in place of the last four digits. */
export const eventIdOf = (key: string, position: number) =>
  `${key.slice(0, -4)}${position.toString(16).padStart(4, "0")}`;

/** The next events after a number: at most so many, of at most 5,000 that it looks at. */
export async function readEvents(
  sql: Sql,
  after: EventPlace,
  kinds: readonly EventKind[],
  eventsMax: number,
): Promise<EventPage> {
  // One row more, to know whether there is more. Sorted by number, rows of kinds that are not wanted send no IDs.
  const rows = await sql<EventRow[]>`
    select first, size, key, kind, at, case when kind = any(${[...kinds]}::text[]) then ids end as ids, data from event
    where first >= coalesce((select max(first) from event where first <= ${String(after.number + 1n)}::bigint), 0)
    order by first limit ${rowsMax + 1}`;
  const events: StoredEvent[] = [];
  let [next, looked] = [after, 0];
  for (const row of rows.slice(0, rowsMax)) {
    const first = BigInt(row.first);
    for (let position = 0; position < row.size; position += 1) {
      const number = first + BigInt(position);
      if (number <= after.number) continue;
      if (events.length === eventsMax || looked === lookedMax) return { events, next, isAll: false };
      looked += 1;
      next = { number, key: row.key };
      const subject = row.ids?.[position];
      if (subject === undefined || !(row.kind in eventKinds)) continue;
      const [kind, id] = [row.kind as EventKind, eventIdOf(row.key, position)];
      events.push({ number, kind, id, at: row.at, subject, data: row.data?.[position] });
    }
  }
  return { events, next, isAll: rows.length <= rowsMax };
}

/** The events that have these numbers, in the order of the numbers, as far as they are kept. */
export async function readEventsAt(sql: Sql, numbers: readonly bigint[]): Promise<StoredEvent[]> {
  if (numbers.length === 0) return [];
  const rows = await sql<EventAtRow[]>`
    select n as number, (n - e.first)::int as position, e.kind, e.key, e.at, e.ids[n - e.first + 1] as subject,
      e.data -> (n - e.first)::int as data
    from unnest(${numbers.map(String)}::bigint[]) n
      cross join lateral (select * from event where first <= n order by first desc limit 1) e
    where n < e.first + e.size order by n`;
  return rows.map(({ number, position, key, kind, at, subject, data }) => ({
    ...{ number: BigInt(number), kind, id: eventIdOf(key, position), at, subject, data: data ?? undefined },
  }));
}

/** The last number that was given, and the first that is kept; the next number if none is. */
export async function readBounds(sql: Sql): Promise<{ readonly last: bigint; readonly first: bigint }> {
  const [row] = await sql<{ last: string; first: string }[]>`select last, kept_from as first from event_head`;
  return { last: BigInt(row?.last ?? 0), first: BigInt(row?.first ?? 1) };
}

/** The place of a number, if an event has it. */
export async function placeOfNumber(sql: Sql, number: bigint): Promise<EventPlace | undefined> {
  const [row] = await sql<{ key: string }[]>`
    select key from event where first <= ${String(number)}::bigint and first + size > ${String(number)}::bigint
    order by first desc limit 1`;
  return row && { number, key: row.key };
}
