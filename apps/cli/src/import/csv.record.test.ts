import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { creatableObjects, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { collect } from "../testing/collect.ts";
import { balance } from "./balance.ts";
import { recordsOf } from "./csv.record.ts";
import { type FileLine, type ImportLine, textOf } from "./lines.read.ts";
import { readMapping } from "./mapping.read.ts";
import { mappingSchema } from "./mapping.ts";
import { checkLines } from "./refused.ts";
import { openSource } from "./source.open.ts";

const sale = creatableObjects.find(({ noun }) => noun === "sale");
const member = creatableObjects.find(({ noun }) => noun === "member");
if (!sale || !member) throw new Error("no such class");

const contentOf = (line: FileLine) => JSON.parse(textOf(line));
const shownOf = (line: ImportLine) =>
  line.error ? [line.number, line.error.errorDetails[0]?.localizedValue] : [line.number, contentOf(line)];

async function* linesOf(text: string): AsyncGenerator<FileLine> {
  for (const [index, bytes] of text.split("\n").entries()) yield { number: index + 1, bytes };
}

const read = async (text: string, mapping?: object, of = sale) =>
  (await collect(recordsOf(linesOf(text), of, mapping && mappingSchema.parse(mapping)))).map(shownOf);

describe("files of other systems", () => {
  const samples = new URL("./samples/", import.meta.url);
  const coffee = { ProductCode: "P-COFFEE", Quantity: 3, TotalAmount: 59.97 };
  const web = { StoreCode: "SHOPIFY", SaleChannelCode: "web" };
  const dee = { MemberExternalID: "CUST1" };
  const wanted: Readonly<Record<string, readonly unknown[]>> = {
    "shopify-orders": [
      {
        ...{ ExternalID: "#1001", SaleDateTime: "2026-03-29T03:15:00.000+0200", MemberExternalID: "ada@example.com" },
        ...web,
        SaleItems: [coffee, { ProductCode: "Gift wrap", Quantity: 1, TotalAmount: 2.5 }],
      },
      {
        ...{ ExternalID: "#1003", SaleDateTime: "2026-04-01T12:00:00.000+0200", MemberExternalID: "bea@example.com" },
        ...{ ...web, SaleChannelCode: "pos" },
        SaleItems: [{ ProductCode: "MUG", Quantity: 1, TotalAmount: 10 }],
      },
    ],
    "square-items": [
      {
        ...{ ExternalID: "SQA1", SaleDateTime: "2026-07-18T16:59:30.000Z", ...dee },
        ...{ StoreCode: "Main Street", PointOfSaleID: "Front iPad" },
        SaleItems: [
          { ProductCode: "VASE-1", Quantity: 1, TotalAmount: 1200 },
          { ProductCode: "Speckled Mug", Quantity: 2, TotalAmount: 36 },
        ],
      },
      {
        ...{ ExternalID: "SQA3", SaleDateTime: "2026-11-01T08:30:00.000Z", ...dee, StoreCode: "SQUARE" },
        SaleItems: [{ ProductCode: "Speckled Mug", Quantity: -1, TotalAmount: -18 }],
      },
    ],
    "toast-checks": [
      ["800000001234567890", "2026-01-16T00:05:00.000Z", 1041.2],
      ["800000001234567893", "2026-07-04T04:01:00.000Z", 8.64],
    ].map(([ExternalID, SaleDateTime, TotalAmount]) => ({
      ...{ ExternalID, SaleDateTime, MemberExternalID: "900000000000000001", StoreCode: "TOAST" },
      SaleItems: [{ ProductCode: "CHECK", Quantity: 1, TotalAmount }],
    })),
    "lightspeed-members": [
      ["ada@example.com", "Ada Example", "1990-05-17"],
      ["bea@example.com", "Bea Example"],
    ].map(memberOf),
    "lightspeed-balances": [{ MemberExternalID: "ada@example.com", Amount: 12.5 }],
    "smile-points": [
      { MemberExternalID: "ada@example.com", Amount: 250 },
      { MemberExternalID: "cleo@example.com", Amount: 1200 },
    ],
    "yotpo-members": [
      ["ada@example.com", "Ada Example", "1990-05-17"],
      ["bea@example.com", "Bea Example"],
      ["cleo@example.com", "Cleo Example"],
    ].map(memberOf),
    "yotpo-balances": [
      { MemberExternalID: "ada@example.com", Amount: 250 },
      { MemberExternalID: "cleo@example.com", Amount: 75 },
    ],
    "loyaltylion-points": [
      { MemberExternalID: "ada@example.com", Amount: 250 },
      { MemberExternalID: "cleo@example.com", Amount: 75 },
    ],
  };

  function memberOf([email, FullName, DateOfBirth]: readonly (string | undefined)[]) {
    const own = { ExternalID: email, EmailAddress: email, FullName, ProgramBusinessID: "REWARDS" };
    return DateOfBirth === undefined ? own : { ...own, DateOfBirth };
  }

  test.each(Object.entries(wanted))("%s becomes records that the service takes", async (name, records) => {
    const of = [sale, member, balance].find(({ noun }) => noun === classOf(name)) ?? balance;
    const mapping = await readMapping(name, of.noun);
    const source = await openSource(fileURLToPath(new URL(`${name}.csv`, samples)), of, mapping);
    const lines = await collect(source.lines);
    expect(lines.map(contentOf)).toEqual(records);
    expect([...lines.filter(({ error }) => error), ...checkLines(of, lines)]).toEqual([]);
  });

  const classOf = (name: string) =>
    /members/.test(name) ? "member" : /balances|points/.test(name) ? "balance" : "sale";

  test("every mapping that comes with the product has a file here", async () => {
    const files = await readdir(new URL("../../mappings/", import.meta.url));
    expect(files.map((file) => file.replace(".yaml", "")).sort()).toEqual(Object.keys(wanted).sort());
  });
});

const lines = {
  ...{ class: "sale", row: "line", group: "Order" },
  fields: { ExternalID: { column: "Order" }, "SaleItems.ProductCode": { column: "SKU" } },
};
const saleOf = (key: string, ...codes: readonly string[]) => ({
  ExternalID: key,
  SaleItems: codes.map((ProductCode) => ({ ProductCode })),
});

test("rows with one group are one record; a group that comes back is refused with the remedy", async () => {
  expect(await read("Order,SKU\n1,A\n1,B\n2,C\n1,D\n3,E", lines)).toEqual([
    [2, saleOf("1", "A", "B")],
    [4, saleOf("2", "C")],
    [5, "Its Order has rows further up. Sort the file by Order."],
    [6, saleOf("3", "E")],
  ]);
});

test("a row that cannot be read takes the groups around it along, since it may belong to either", async () => {
  const beside = "A line next to its rows cannot be read.";
  const columns = "The row has 3 columns instead of 2.";
  expect(await read("Order,SKU\n1,A\n2,B\n2,C,D\n2,E\n3,F", lines)).toEqual([
    [2, saleOf("1", "A")],
    [3, beside],
    [4, columns],
    [5, beside],
    [6, saleOf("3", "F")],
  ]);
  expect(await read("ExternalID,StoreCode\n1,A\n2,B,C\n3,D")).toEqual([
    [2, { ExternalID: "1", StoreCode: "A" }],
    [3, columns],
    [4, { ExternalID: "3", StoreCode: "D" }],
  ]);
});

test("without a mapping, columns are fields by name; what only the service writes is left out", async () => {
  const text =
    "ID,@class,StoreCode,Name,IsParticipating,Address.City,Address.Country\nSTO-1,Store,S1,Main,yes,Berlin,DE";
  const city = { StoreCode: "S1", Name: "Main", IsParticipating: true, Address: { City: "Berlin", Country: "DE" } };
  expect(await read(text, undefined, store as never)).toEqual([[2, city]]);
  const rows = "ExternalID,SaleItems.ProductCode,SaleItems.Quantity\n1,A,1.5\n1,B,2\n2,C,x";
  expect(await read(rows)).toEqual([
    [
      2,
      {
        ExternalID: "1",
        SaleItems: [
          { ProductCode: "A", Quantity: 1.5 },
          { ProductCode: "B", Quantity: 2 },
        ],
      },
    ],
    [4, { ExternalID: "2", SaleItems: [{ ProductCode: "C", Quantity: "x" }] }],
  ]);
  await expect(read("ExternalID,Colour\n1,red")).rejects.toThrow("No fields of sale: Colour. Name a mapping");
});

test("the mapping of the documentation is one", async () => {
  const page = await readFile(new URL("../../../../docs/import.md", import.meta.url), "utf8");
  const [, block = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const cells = {
    ...{ Order: "7", Date: "01.07.2026", Time: "12:30", Card: "", Email: "ada@example.com", Status: "paid" },
    ...{ SKU: "MUG", Number: "2", Price: "1.204,50", Type: "return" },
  };
  const text = [Object.keys(cells), Object.values(cells)].map((row) => row.join(";")).join("\n");
  expect(await read(text, parse(block))).toEqual([
    [
      2,
      {
        ...{ ExternalID: "7", SaleDateTime: "2026-07-01T10:30:00.000Z", MemberExternalID: "ada@example.com" },
        ...{ StoreCode: "S-042", SaleChannelCode: "WEB" },
        SaleItems: [{ ProductCode: "MUG", Quantity: -2, TotalAmount: -2409 }],
      },
    ],
  ]);
});

test("a number is negated, and a missing column, field or file of mappings is named", async () => {
  const fields = { Amount: { column: "points", negateIf: { kind: ["spent"] } } };
  const text = "points,kind\n5,earned\n5,spent";
  expect(await read(text, { class: "balance", fields }, balance as never)).toEqual([
    [2, { Amount: 5 }],
    [3, { Amount: -5 }],
  ]);
  await expect(read("a,b\n1,2", lines)).rejects.toThrow("The file has no column Order. It has: a, b.");
  await expect(read("a\n1", { class: "sale", fields: { Colour: { column: "a" } } })).rejects.toThrow(
    "Colour is no field",
  );
  await expect(readMapping("nowhere", "sale")).rejects.toThrow("Known by name: lightspeed-balances, ");
  await expect(readMapping("smile-points", "sale")).rejects.toThrow("is for balance, not for sale");
});

test("rows that are left out do not count among those that a record may have", async () => {
  const rows = ["1,A,no", ...Array.from({ length: 1_000 }, () => "1,B,yes"), "1,C,no"];
  const found = await read(`Order,SKU,Void\n${rows.join("\n")}`, { ...lines, skipIf: { Void: "yes" } });
  expect(found).toEqual([[2, saleOf("1", "A", "C")]]);
});
