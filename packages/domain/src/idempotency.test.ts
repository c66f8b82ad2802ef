import { describe, expect, test } from "vitest";
import { comparedText } from "./idempotency.ts";
import { parseContent } from "./parse.ts";
import { reward } from "./reward/reward.class.ts";
import { sale } from "./sale/sale.class.ts";
import { editStore } from "./store/store.class.ts";

const line = { ProductCode: "P", Quantity: 1, TotalAmount: 10.5 };
const content = {
  ExternalID: "X",
  StoreCode: "S",
  MemberExternalID: "M",
  SaleDateTime: "2026-01-01T10:00:00Z",
  SaleItems: [line, { ...line, Quantity: 2 }],
};
const textOf = (sent: object) => comparedText(sale.class, parseContent(sale.content, sent), sent);
const editTextOf = (sent: object) => comparedText(editStore.name, parseContent(editStore.content as never, sent), sent);
const reversed = (value: object) => Object.fromEntries(Object.entries(value).toReversed());

describe("content is the same", () => {
  test.each<[string, object]>([
    ["with its members in another order", { ...reversed(content), SaleItems: content.SaleItems.map(reversed) }],
    [
      "with unknown members",
      { ...content, Extra: { a: 1 }, SaleItems: content.SaleItems.map((one) => ({ ...one, x: 1 })) },
    ],
    ["with fields that are null instead of absent", { ...content, Origin: null, PointOfSaleID: null }],
    ["at the same instant with another offset", { ...content, SaleDateTime: "2026-01-01T12:00:00.000+02:00" }],
    ["with a number written in another form", JSON.parse(JSON.stringify(content).replace("10.5", "1.05e1"))],
  ])("%s", (_, same) => expect(textOf(same)).toBe(textOf(content)));
});

describe("content differs", () => {
  test.each<[string, object]>([
    ["with another value", { ...content, StoreCode: "T" }],
    ["with an additional field", { ...content, PointOfSaleID: "1" }],
    ["a millisecond later", { ...content, SaleDateTime: "2026-01-01T10:00:00.001Z" }],
    ["with its lines in another order", { ...content, SaleItems: content.SaleItems.toReversed() }],
    ["with another amount in a line", { ...content, SaleItems: [line, line] }],
    ["with a value moved to another field", { ...content, StoreCode: "M", MemberExternalID: "S" }],
  ])("%s", (_, other) => expect(textOf(other)).not.toBe(textOf(content)));

  test("of another class or action", () => {
    expect(comparedText("Store", content, content)).not.toBe(comparedText("Product", content, content));
  });

  test("in an Edit that empties a field instead of leaving it unchanged", () => {
    const texts = [{}, { Description: "" }, { Address: {} }, { Address: { City: "" } }].map(editTextOf);
    expect(new Set(texts).size).toBe(texts.length);
    expect(editTextOf({ Description: null, Address: null })).toBe(editTextOf({}));
  });
});

test("a field that is added to the service later changes no text, even with a default", () => {
  const sent = { ExternalID: "R", Name: "Mug" };
  const parsed = parseContent(reward.content, sent);
  const later = { ...parsed, Colour: "blue" };
  expect(comparedText(reward.class, later, sent)).toBe(comparedText(reward.class, parsed, sent));
});

test("no content, null and an empty object are the same if an action takes no content", () => {
  const texts = [undefined, null, {}, { Unknown: 1 }].map((sent) => comparedText("Lock", undefined, sent));
  expect(new Set(texts).size).toBe(1);
});

test("the text has not changed since the first keys were stored", () => {
  const items = [1, 2].map((quantity) => `{"ProductCode":"P","Quantity":${quantity},"TotalAmount":10.5}`);
  expect(textOf(content)).toBe(
    `["SaleCase",{"ExternalID":"X","MemberExternalID":"M","SaleDateTime":"2026-01-01T10:00:00.000Z","SaleItems":[${items}],"StoreCode":"S"}]`,
  );
});
