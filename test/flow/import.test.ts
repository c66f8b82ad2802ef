import { gzipSync } from "node:zlib";
import { creatableObjects, exampleOf } from "@rewards/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ObjectType, objectTypes, root } from "./support/client.ts";
import { freshKey, saleContent } from "./support/fixtures.ts";
import { codesOf, importBroken, importTo, linesOf, linesType, type Told } from "./support/import.ts";
import { expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack);

const salesOf = (count: number) => Array.from({ length: count }, () => saleContent(basics));
const send = (body: string | Uint8Array, objectPath = "Sale", headers = {}) =>
  importTo(stack.client.url, objectPath, body, headers);
const idsOf = (lines: readonly Told[]) => lines.map(({ ID }) => ID);
const accepted = "Pending-Ready To Process";

test("lines are answered in order, with the ID and status of a create, and the sales are posted", async () => {
  const { status, headers, lines } = await send(linesOf(salesOf(250)));
  expect([status, headers.get("content-type")]).toEqual([200, linesType]);
  expect(new Set(idsOf(lines)).size).toBe(250);
  expect(lines).toEqual(
    lines.map((_, at) => ({ line: at + 1, ID: expect.stringMatching(/^SALE-[0-9a-f]{32}$/), status: accepted })),
  );
  await expectBooksInOrder(stack);
});

test.each(creatableObjects)(
  "$class: an example is created, and what repeats its key is answered as a create is",
  async (definition) => {
    const type = definition.path as ObjectType;
    const content = exampleOf(definition, freshKey(definition.noun.toUpperCase()));
    const { lines } = await send(linesOf([content, content]), type);
    expect(lines[0]).toMatchObject({
      line: 1,
      ID: expect.stringMatching(`^${definition.idPrefix}-`),
      status: definition.initial,
    });
    const again = await stack.client.create(type, content);
    expect(lines[1]?.ID !== undefined).toBe(again.status === 201);
    expect(codesOf(lines)[1]).toBe(again.body.errorDetails?.[0].message);
  },
);

/** Contents of sales and members: right, wrong, and in forms that JSON allows or not. */
const texts = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\r\n]/g, "")),
  fc
    .record({
      field: fc.constantFrom(...Object.keys(saleContent({ member: "", store: "", product: "" }))),
      value: fc.jsonValue(),
    })
    .map(({ field, value }) => JSON.stringify({ ...saleContent(basics), [field]: value })),
  fc.constantFrom(
    '{"a":1,"a":2}',
    '{"Name":1e999}',
    '{"Name":"\\ud800"}',
    '{"Name":12345678901234567890}',
    "[]",
    "null",
    '""',
    "{",
    "{}}",
  ),
);

test("whatever a line holds, it is answered as a single create is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 1, maxLength: 20 }),
      fc.constantFrom<ObjectType>("Sale", "Member"),
      async (all, type) => {
        const given = all.filter((text) => text !== "");
        const { status, lines } = await send(given.map((text) => `${text}\n`).join(""), type);
        expect([status, lines.length]).toEqual([200, given.length]);
        for (const [at, text] of given.entries()) {
          const body = `{"objectTypeID":"${objectTypes[type]}","content":${text}}`;
          const single = await stack.client.sendRaw("POST", `/${type}${root}/objects`, body);
          const told = lines[at];
          if (single.status === 201) expect(told).toEqual({ line: at + 1, ID: single.body.ID, status: accepted });
          else expect({ ...told?.error, requestId: "" }).toEqual({ ...single.body, requestId: "" });
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("equal keys over several slices are one sale, other content is refused, and the whole can be sent again", async () => {
  const [one, ...others] = salesOf(230);
  const changed = { ...one, SaleChannelCode: "web" };
  const body = linesOf([one, ...others.slice(0, 150), one, ...others.slice(150), one, changed]);
  const [first, again] = [await send(body), await send(body)];
  const [id] = idsOf(first.lines);
  expect([idsOf(first.lines)[151], idsOf(first.lines)[231]]).toEqual([id, id]);
  expect(codesOf(first.lines).filter(Boolean)).toEqual(["Error_Key_Reused"]);
  expect(idsOf(again.lines)).toEqual(idsOf(first.lines));
  const stored = await stack.database.sql`select from sale where external_id = ${String(one?.ExternalID)}`;
  expect(stored).toHaveLength(1);
});

test("broken off at every byte of three lines, it is answered as far as it came", async () => {
  const body = Buffer.from(linesOf(salesOf(3)));
  const ends = [...body.keys()].filter((at) => body[at] === 0x0a);
  for (let sent = 0; sent < body.length; sent += 1) {
    const { status, lines } = await importBroken(stack.client.url, "Sale", body, sent);
    expect([sent, status, lines.length]).toEqual([sent, 200, ends.filter((end) => end < sent).length]);
    expect(codesOf(lines).filter(Boolean)).toEqual([]);
  }
});

test("gzip is taken and given, of several members too; of what is no gzip, the lines before are answered", async () => {
  const [front, back] = [linesOf(salesOf(150)), linesOf(salesOf(150))];
  const packed = { "content-encoding": "gzip" };
  const { headers, lines } = await send(Buffer.concat([gzipSync(front), gzipSync(back)]), "Sale", packed);
  expect([headers.get("content-encoding"), lines.length]).toEqual(["gzip", 300]);
  expect(codesOf(lines).filter(Boolean)).toEqual([]);
  const plain = await send(linesOf(salesOf(1)), "Sale", packed);
  expect([plain.status, plain.body.errorDetails[0].message]).toEqual([400, "Error_Body_Malformed"]);
  const cut = await send(gzipSync(front).subarray(0, -9), "Sale", packed);
  expect(codesOf(cut.lines.slice(-1))).toEqual(["Error_Body_Malformed"]);
  expect(cut.lines.at(-1)?.line).toBe(cut.lines.length);
});

test("a mark, ends of both kinds, empty lines and a last line without an end are taken", async () => {
  const [a, b, c] = salesOf(3).map((sale) => JSON.stringify(sale));
  const { lines } = await send(`\ufeff${a}\r\n\r\n\n${b}\n${c}`);
  expect(lines.map(({ line, ID }) => [line, ID !== undefined])).toEqual([
    [1, true],
    [4, true],
    [5, true],
  ]);
});

test("nothing is answered with nothing", async () => {
  for (const body of ["", "\n\n"]) expect(await send(body)).toMatchObject({ status: 200, lines: [] });
});
