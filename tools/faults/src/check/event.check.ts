import type { Sql } from "postgres";
import { type EffectRow, type LoggedEvent, readEffects, readLog } from "../listen/effect.read.ts";
import { effectKey, type Listeners } from "../listen/listen.run.ts";
import { type Finding, rowFinding } from "./finding.ts";

/**
 * Everything that happened in the round is in the log, and everything in the log arrived at the subscriber and at the reader.
 */
export async function checkEvents(sql: Sql, listeners: Listeners): Promise<Finding[]> {
  const [effects, log] = await Promise.all([readEffects(sql), readLog(sql)]);
  return [
    ...checkTold(effects, log, listeners.before),
    ...checkNumbers(log),
    ...checkReceived(log, listeners),
    ...checkRead(log, listeners),
    ...(listeners.receiver.refused.length === 0
      ? []
      : [rowFinding("false", "webhook", "the receiver refused what it got", ...new Set(listeners.receiver.refused))]),
  ];
}

function checkTold(effects: readonly EffectRow[], log: readonly LoggedEvent[], before: ReadonlySet<string>): Finding[] {
  const told = new Set(log.map(effectKey));
  const had = new Set(effects.map(effectKey));
  const kinds = new Set(effects.map(({ kind }) => kind));
  return [
    ...effects
      .filter((row) => !before.has(effectKey(row)) && !told.has(effectKey(row)))
      .map((row) => rowFinding("lost", row.id, `no event tells ${row.kind}`, row)),
    ...log
      .filter((row) => kinds.has(row.kind) && !had.has(effectKey(row)))
      .map((row) => rowFinding("unrequested", row.id, `an event tells ${row.kind}, which did not happen`, row)),
  ];
}

function checkNumbers(log: readonly LoggedEvent[]): Finding[] {
  const wrong = log.find(({ number }, index) => number !== (log[0] as LoggedEvent).number + index);
  return wrong
    ? [rowFinding("doubled", wrong.id, "the numbers of events have a gap, or one is given twice", wrong)]
    : [];
}

/** A body has the key that the member has at its delivery: who was merged meanwhile has another one. */
const withoutMerged = (body: string) => body.replace(/"MemberExternalID":"(?:TWIN\d+|merged-\w+)"/, "");

function checkReceived(log: readonly LoggedEvent[], { receiver: { arrivals } }: Listeners): Finding[] {
  return [
    ...log
      .filter(({ eventId }) => !arrivals.get(eventId)?.isTaken)
      .map((row) => rowFinding("lost", row.id, `the receiver never took ${row.kind} ${row.eventId}`, row)),
    ...[...arrivals.values()]
      .filter(({ bodies }) => new Set([...bodies].map(withoutMerged)).size > 1)
      .map(({ id, bodies }) => rowFinding("false", id, "an event arrived with different bodies", ...bodies)),
  ];
}

/** The reader got each event once, in the order of the log, and what the receiver got too. */
function checkRead(log: readonly LoggedEvent[], { reader: { events }, receiver: { arrivals } }: Listeners): Finding[] {
  const index = events.findIndex(({ ID }, n) => ID !== log[n]?.eventId);
  const isWhole = index < 0 && events.length === log.length;
  const other = events.find(({ ID, Type: type, Timestamp: timestamp, Data: data }) => {
    const [body] = arrivals.get(ID)?.bodies ?? [];
    return body !== undefined && withoutMerged(body) !== withoutMerged(JSON.stringify({ type, timestamp, data }));
  });
  return [
    ...(isWhole
      ? []
      : [
          rowFinding(
            "lost",
            "EventsSince",
            "it read other events",
            events.length,
            log.length,
            events[index],
            log[index],
          ),
        ]),
    ...(other ? [rowFinding("false", other.ID, "it read another event than the receiver got", other)] : []),
  ];
}
