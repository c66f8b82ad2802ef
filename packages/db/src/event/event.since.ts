import {
  AppError,
  type EventKind,
  type EventsSinceContent,
  eventsMax,
  eventsSince,
  type Paging,
  parametersPage,
} from "@rewards/domain";
import type { Sql } from "../client.ts";
import type { Computation } from "../computation.ts";
import { type EventPlace, placeOfNumber, readBounds, readEvents } from "./event.read.ts";
import { renderEvents } from "./event.render.ts";

const numberBytes = 8;
/** Of the key of the row that has the number: another copy of the database has another one there. */
const keyBytes = 4;
const noKey = "00000000";

/** A place in the log, as callers keep it. */
function positionOf({ number, key }: EventPlace): string {
  const bytes = Buffer.alloc(numberBytes + keyBytes);
  bytes.writeBigUInt64BE(number);
  bytes.write(key.slice(0, 2 * keyBytes), numberBytes, "hex");
  return bytes.toString("base64url");
}

/** @throws AppError 400 if it is not a position. */
function placeOf(position: string): EventPlace {
  const bytes = Buffer.from(position, "base64url");
  if (bytes.length !== numberBytes + keyBytes || bytes.toString("base64url") !== position)
    throw refusal("Error_Parameter_Type", "After", "Not a position.");
  return { number: bytes.readBigUInt64BE(), key: bytes.toString("hex", numberBytes) };
}

function refusal(
  code: "Error_Parameter_Type" | "Error_Position_Lost" | "Error_Position_Expired",
  name: string,
  text: string,
) {
  return new AppError(code, [{ code, text, page: parametersPage, identifier: `.${name}` }]);
}

/**
 * Where the reading begins.
 * @throws AppError 409 if the position is of another copy of the database, or older than what is kept.
 */
async function startOf(sql: Sql, { After, From }: EventsSinceContent): Promise<EventPlace> {
  const { last, first } = await readBounds(sql);
  const oldest = { number: first - 1n, key: noKey };
  if (From === "end") return (await placeOfNumber(sql, last)) ?? { number: last, key: noKey };
  if (After === undefined) return oldest;
  const place = placeOf(After);
  if (place.number < oldest.number) {
    const text = `Events up to number ${oldest.number} are not kept any more. The log goes on at ${positionOf(oldest)}.`;
    throw refusal("Error_Position_Expired", "After", text);
  }
  const known = place.number <= last ? await placeOfNumber(sql, place.number) : undefined;
  // Nothing is known of an event that is not kept, even if it is the one before the first.
  const isOfOther = known ? !known.key.startsWith(place.key) && place.key !== noKey : place.number > oldest.number;
  if (place.number > last || isOfOther) {
    const text = `The position is of another copy of the database. The log goes on at ${positionOf(oldest)}.`;
    throw refusal("Error_Position_Lost", "After", text);
  }
  return place;
}

const keptDays = 7;

/** Has the kinds written from now on, if they are not or soon will not be. @returns since when all of them are. */
async function keepKinds(sql: Sql, kinds: readonly EventKind[]): Promise<Date | null> {
  const known = await sql<{ since: Date }[]>`
    select since from event_kind where kind = any(${[...kinds]}::text[])
      and pulled_until > clock_timestamp() + make_interval(days => ${keptDays}, hours => -1)`;
  if (known.length < new Set(kinds).size) await sql`select keep_events(${[...new Set(kinds)]}::text[])`;
  const [row] = await sql<
    { since: Date }[]
  >`select max(since) as since from event_kind where kind = any(${[...kinds]}::text[])`;
  return row?.since ?? null;
}

/** @throws AppError 400: a position says where to go on, and not a page. */
function rowsOf({ rowsMax, pageNumber, token }: Paging): number {
  const code = "Error_Paging_Conflict";
  const text = `${eventsSince.name} has no second page: After says where to go on.`;
  if ((pageNumber ?? 1) > 1 || token !== undefined) throw new AppError(code, [{ code, text }]);
  return Math.min(rowsMax, eventsMax);
}

/** The events of some kinds after a place, which have been numbered. */
export const readEventsSince: Computation = async ({ sql, scope, paging }, parameters) => {
  const content = parameters as unknown as EventsSinceContent;
  if (content.After !== undefined && content.From !== undefined)
    throw refusal("Error_Parameter_Type", "From", "Not together with After.");
  const rowsMax = rowsOf(paging);
  const since = await keepKinds(sql, content.Kinds);
  const after = await startOf(sql, content);
  const { events, next, isAll } = await readEvents(sql, after, content.Kinds, rowsMax);
  const rendered = await renderEvents(sql, events, scope);
  const placeAfter = (shown: number): EventPlace => {
    const last = rendered[shown - 1];
    return shown === rendered.length ? next : last ? { number: last.number, key: last.id } : after;
  };
  return {
    rows: rendered.map(({ id, kind, at, number, body }, index) => ({
      id,
      fields: {
        Type: kind,
        Timestamp: at.toISOString(),
        Sequence: Number(number),
        Position: positionOf(placeAfter(index + 1)),
        Data: body,
      },
    })),
    summary: (shown) => ({
      hasMoreResults: !isAll || shown < rendered.length,
      NextPosition: positionOf(placeAfter(shown)),
      WrittenSince: since,
    }),
  };
};
