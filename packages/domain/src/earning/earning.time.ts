/** A time of day on a calendar day, as the clocks of a zone show it. */
export interface LocalTime {
  /** `2026-05-04`. */
  readonly date: string;
  /** `09:30:00`; the two texts sort by time, except in the hour that clocks show twice. */
  readonly time: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

const quarterHourMs = 900_000;

/** Caches a zone's offset in the quarter of an hour that was used last: sales of a batch are close in time. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  quarter: number;
  offsetMs: number;
}

const zones = new Map<string, Zone>();

/**
 * What the clocks of an IANA time zone show at an instant.
 * @throws RangeError if the zone is unknown.
 */
export function localTimeOf(instantMs: number, timeZone: string): LocalTime {
  const shown = new Date(instantMs + offsetAt(instantMs, timeZone));
  const text = shown.toISOString();
  return { date: text.slice(0, -14), time: text.slice(-13, -5), weekday: shown.getUTCDay() || 7 };
}

/**
 * How much the clocks of an IANA time zone are ahead of UTC at an instant, ms.
 * @throws RangeError if the zone is unknown.
 */
export const offsetAt = (instantMs: number, timeZone: string): number => offsetOf(instantMs, zoneOf(timeZone));

/** Cached: creating a format takes 50 times as long as using it. */
function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    zone = { format, quarter: Number.NaN, offsetMs: 0 };
    zones.set(timeZone, zone);
  }
  return zone;
}

/** Offsets change at full quarters of an hour, but did not always. A quarter is cached only if it has one offset. */
function offsetOf(instantMs: number, zone: Zone): number {
  const quarter = Math.floor(instantMs / quarterHourMs);
  if (quarter === zone.quarter) return zone.offsetMs;
  const first = readOffset(quarter * quarterHourMs, zone.format);
  const last = readOffset((quarter + 1) * quarterHourMs - 1, zone.format);
  if (first !== last) return readOffset(instantMs, zone.format);
  zone.quarter = quarter;
  zone.offsetMs = first;
  return first;
}

/** `GMT`, `GMT+02:00`, or with seconds in years before zones had full minutes. */
const offsetPattern = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function readOffset(instantMs: number, format: Intl.DateTimeFormat): number {
  const match = offsetPattern.exec(format.format(instantMs));
  if (!match) throw new Error("this Node.js writes time zone offsets in another form");
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -offsetMs : offsetMs;
}
