import type { Sql } from "../client.ts";
import { readEvents, readEventsAt } from "../event/event.read.ts";
import { type RenderedEvent, renderEvents } from "../event/event.render.ts";
import { type HeldWebhook, parkedMax } from "./webhook.claim.ts";

/** Events of a slice that were parked, and events that were not. */
const eventsMax = 200;

export interface ParkedEvent extends RenderedEvent {
  /** Failed attempts. */
  readonly attempts: number;
}

/** What a subscription may post now. */
export interface Slice {
  /** The parked events whose time has come, in their order; of each lane the first ones, without a gap. */
  readonly due: readonly ParkedEvent[];
  /** The first parked event, due or not, if it may be tried all the same. */
  readonly first: ParkedEvent | undefined;
  /** The events after the place that it has reached, in their order. */
  readonly fresh: readonly RenderedEvent[];
  /** The lanes that have parked events. */
  readonly blocked: ReadonlySet<string>;
  /** Where it has got once these are done. */
  readonly next: bigint;
  /** Parked events that nobody can read any more. */
  readonly lost: readonly bigint[];
}

interface ParkedRow {
  readonly n: string;
  readonly lane: string;
  readonly attempts: number;
  readonly isDue: boolean;
}

/** Reads what a subscription may post now. While it fails, the log is read only for a probe. */
export async function readSlice(sql: Sql, webhook: HeldWebhook): Promise<Slice> {
  const { id, kinds, reached, isFailing, isProbeDue } = webhook;
  const parked = await sql<ParkedRow[]>`
    select n, lane, attempts, bool_and(next_at <= clock_timestamp()) over (partition by lane order by n) as "isDue"
    from webhook_parked where webhook = ${id} and not is_dead order by n`;
  const due = parked.filter((row) => row.isDue).slice(0, isFailing ? 1 : eventsMax);
  const [first] = isProbeDue ? parked : [];
  const isRead = parked.length < parkedMax && (!isFailing || isProbeDue);
  const place = { number: reached, key: "" };
  const page = isRead ? await readEvents(sql, place, kinds, eventsMax) : { events: [], next: place };
  const tried = new Map([...due, ...(first ? [first] : [])].map((row) => [BigInt(row.n), row]));
  const stored = await readEventsAt(sql, [...tried.keys()]);
  const rendered = await renderEvents(sql, [...stored, ...page.events]);
  const ofParked = new Map<bigint, ParkedEvent>();
  for (const event of rendered) {
    const row = tried.get(event.number);
    // The key of a member may have changed meanwhile: the order stays that of the row.
    if (row) ofParked.set(event.number, { ...event, lane: row.lane, attempts: row.attempts });
  }
  return {
    due: due.flatMap(({ n }) => ofParked.get(BigInt(n)) ?? []),
    first: first && ofParked.get(BigInt(first.n)),
    fresh: rendered.filter(({ number }) => !tried.has(number)),
    blocked: new Set(parked.map(({ lane }) => lane)),
    next: page.next.number,
    lost: [...tried.keys()].filter((n) => !ofParked.has(n)),
  };
}
