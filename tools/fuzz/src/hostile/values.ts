import { objects } from "@rewards/domain";
import fc from "fast-check";

/** The words of a text, split at spaces. */
export const words = (text: string): string[] => text.split(" ");

/** One of several arbitraries, each with its weight. */
export function mixed<T>(...rows: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...rows.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Well-formed text that has broken other programs. A free-text field accepts and keeps all of it unchanged. */
export const hostileTexts: readonly string[] = [
  ...["'; drop table member; --", "' or '1'='1", "1; select pg_sleep(10)", "$1", "%s%n%d", "\\", '"'],
  ...words("{} {a,b} NULL \\N undefined NaN true __proto__ constructor toString hasOwnProperty ../../etc/passwd"),
  ...["$" + "{jndi:ldap://x}", "<script>alert(1)</script>", "a\r\nb: c", "  "],
  ...words("\u0001\u001f\u007f\u0085 \u200b\u202e\ufeff İıſß e\u0301 \u{10ffff}\ufffe\uffff"),
];

const prefixes = [...objects.map(({ idPrefix }) => idPrefix), ...words("LED BAL HIS USR X __PROTO__")];
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });

/** A well-formed ID of no record. */
export const unknownId = fc.tuple(fc.constantFrom(...prefixes), hex).map(([prefix, id]) => `${prefix}-${id}`);

const malformedSegments = [
  ...words("STO- STO-1 - .. . %2e%2e %00 %ff % __proto__ constructor hasOwnProperty"),
  ...[`STO-${"0".repeat(32)}`, `STO-${"F".repeat(32)}`, "STO-00000000-0000-0000-0000-000000000000"],
  ...[`STO-${"f".repeat(32)}%00`, `STO-${"f".repeat(32)}%0a`, "x".repeat(5_000)],
];
const binarySegment = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });

/** A path segment in place of an ID or a name: well-formed and unknown, or malformed. */
export const hostileSegment: fc.Arbitrary<string> = mixed(
  [4, unknownId],
  [4, fc.constantFrom(...malformedSegments)],
  [2, binarySegment.map((text) => encodeURIComponent(text))],
  [1, fc.constantFrom("' or 1=1 --", "1;select 1").map(encodeURIComponent)],
);

const quoted = (text: string) => JSON.stringify(text);

/** Numerals at and past every limit, and ones that a JavaScript number cannot hold. */
const numerals = [
  ...words("0 -0 -1 0.5 1.0 1e2 0.00001 0.1000000000000000055511151231257827 99999999999.9999"),
  ...words("-99999999999.9999 99999999999.99999 100000000000 9007199254740993 18446744073709551616 1e22"),
  ...words("1e308 1e400 -1e400 1e-400"),
  ...["9".repeat(400), `0.${"0".repeat(400)}1`],
];

/** Well-formed JSON text that no field may keep, or that only some formats accept. */
const oddTexts = [
  ...words('"\\u0000" "a\\u0000b" "\\ud800" "\\udc00x" "\\ud83d\\ude00" "\\udead\\ubeef"'),
  ...["x".repeat(256), "é".repeat(256), "x".repeat(4_001), "x".repeat(100_000), "2026-01-01 00:00:00"].map(quoted),
  ...words("2026-02-30 2026-02-30T00:00:00Z 0000-01-01T00:00:00Z 1899-12-31T23:59:59Z").map(quoted),
  ...words("1900-01-01T00:00:00+14:00 9999-12-31T23:59:59-14:00 +010000-01-01T00:00:00Z").map(quoted),
  ...words("2026-01-01T24:00:00Z 2026-01-01T00:00:60Z").map(quoted),
  ...words("infinity epoch 1e3 0x10 ١٢٣ -0 99999999999999999999").map(quoted),
];

const structures = [
  ...words('null true false [] {} [[]] {"length":1e9} {"then":1} {"toJSON":"x"}'),
  ...words('{"__proto__":{"polluted":true}} {"constructor":{"prototype":{"polluted":true}}}'),
  '{"toString":1,"valueOf":null,"hasOwnProperty":[]}',
  `[${"1,".repeat(9_999)}1]`,
  `[${"{},".repeat(600)}{}]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":0`).join(",")}}`,
];

const malformed = [
  ...words("NaN Infinity undefined 01 +1 1. .5 'x'"),
  ...['"', '"\\x"', '"\u0001"', "{", "}", "", "/**/1", "{a:1}", "[1,]", '{"a":1,}'],
];

export const depth = fc.constantFrom(10, 500, 5_000, 100_000);
const deep = depth.chain((levels) =>
  fc.constantFrom(
    `${"[".repeat(levels)}${"]".repeat(levels)}`,
    `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`,
    // More digits than a number holds make the service parse the document again, with another parser.
    `${"[".repeat(levels)}12345678901234567890${"]".repeat(levels)}`,
  ),
);

/** The JSON text of a hostile value for any place. */
export const hostileValue: fc.Arbitrary<string> = mixed(
  [6, fc.constantFrom(...numerals)],
  [6, fc.constantFrom(...oddTexts)],
  [6, fc.constantFrom(...structures)],
  [4, fc.constantFrom(...hostileTexts.map(quoted))],
  [2, fc.constantFrom(...malformed)],
  [1, deep],
  [2, fc.json({ maxDepth: 3 })],
  [2, fc.double().map((value) => (Number.isFinite(value) ? String(value) : "1e999"))],
  [1, fc.bigInt().map(String)],
  [2, fc.string({ unit: "binary", maxLength: 30 }).map(quoted)],
);

/** Additional names for a document. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words("__proto__ constructor prototype toString hasOwnProperty"), "", "ID", "Status", "@version"),
  fc.constantFrom(...words("objectTypeID content pageInstructions dataViewParameters query paging Amount id")),
  fc.string({ unit: "binary", maxLength: 8 }),
);
