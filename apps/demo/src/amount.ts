/** Points and money in whole units of 1/10,000: the demo's own arithmetic, apart from the service that it checks. */
export type Units = bigint;

const fractionDigits = 4;
export const unitsPerPoint: Units = 10_000n;

/** Parses a number of JSON or a text such as `12.5`. Throws if it has more than four decimals. */
export function unitsOf(value: number | string): Units {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(value)) ?? [];
  if (whole === undefined) throw new RangeError(`not an amount: ${value}`);
  const units = BigInt(`${whole}${fraction.padEnd(fractionDigits, "0")}`);
  return sign ? -units : units;
}

/** For a person: `1,234` or `-0.5`. */
export function showUnits(units: Units): string {
  const sign = units < 0n ? "-" : "";
  const magnitude = units < 0n ? -units : units;
  const whole = (magnitude / unitsPerPoint).toLocaleString("en-US");
  const fraction = (magnitude % unitsPerPoint).toString().padStart(fractionDigits, "0").replace(/0+$/, "");
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}
