import fc from "fast-check";
import { hostileTexts, words } from "./texts.ts";

const quoted = (text: string) => JSON.stringify(text);

/** Numerals at and past every limit, and ones that a JavaScript number cannot hold. */
const numerals = [
  ...words("0 -0 -1 0.5 1.0 1e2 0.00001 0.1000000000000000055511151231257827 99999999999.9999"),
  ...words("-99999999999.9999 99999999999.99999 100000000000 9007199254740993 18446744073709551616 1e22"),
  ...words("1e308 1e400 -1e400 1e-400"),
  "9".repeat(400),
  `0.${"0".repeat(400)}1`,
];

/** Well-formed JSON text that no field may keep, or that only some formats accept. */
const oddTexts = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ud83d\\ude00"',
  '"\\udead\\ubeef"',
  quoted("x".repeat(256)),
  quoted("é".repeat(256)),
  quoted("x".repeat(4_001)),
  quoted("x".repeat(100_000)),
  ...words("2026-02-30 2026-02-30T00:00:00Z 0000-01-01T00:00:00Z 1899-12-31T23:59:59Z").map(quoted),
  ...words("1900-01-01T00:00:00+14:00 9999-12-31T23:59:59-14:00 +010000-01-01T00:00:00Z").map(quoted),
  ...words("2026-01-01T24:00:00Z 2026-01-01T00:00:60Z").map(quoted),
  quoted("2026-01-01 00:00:00"),
  ...words("infinity epoch 1e3 0x10 ١٢٣ -0 99999999999999999999").map(quoted),
];

const structures = [
  ...words("null true false [] {} [[]]"),
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":[]}',
  '{"length":1e9}',
  '{"then":1}',
  '{"toJSON":"x"}',
  `[${"1,".repeat(9_999)}1]`,
  `[${"{},".repeat(600)}{}]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":0`).join(",")}}`,
];

const malformed = [
  ...words("NaN Infinity undefined 01 +1 1. .5 'x'"),
  '"',
  '"\\x"',
  '"\u0001"',
  "{",
  "}",
  "",
  "/**/1",
  "{a:1}",
  "[1,]",
  '{"a":1,}',
];

const depths = [10, 500, 5_000, 100_000];
export const depth = fc.constantFrom(...depths);
const deep = depth.chain((levels) =>
  fc.constantFrom(
    `${"[".repeat(levels)}${"]".repeat(levels)}`,
    `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`,
    // More digits than a number holds make the service parse the document again, with another parser.
    `${"[".repeat(levels)}12345678901234567890${"]".repeat(levels)}`,
  ),
);

/** The JSON text of a hostile value for any place. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...numerals) },
  { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 6, arbitrary: fc.constantFrom(...structures) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts.map(quoted)) },
  { weight: 2, arbitrary: fc.constantFrom(...malformed) },
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 2, arbitrary: fc.double().map((value) => (Number.isFinite(value) ? String(value) : "1e999")) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 30 }).map(quoted) },
);

/** Additional names for a document. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words("__proto__ constructor prototype toString hasOwnProperty"), "", "ID", "Status", "@version"),
  fc.constantFrom(...words("objectTypeID content pageInstructions dataViewParameters query paging Amount id")),
  fc.string({ unit: "binary", maxLength: 8 }),
);
