import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeProducts } from "../day/shop.ts";
import { cast, salesOf } from "./cast.ts";
import { campaigns } from "./programme.ts";

const page = readFileSync(new URL("../../../../docs/demo.md", import.meta.url), "utf8");
const products = makeProducts("R1");
const receipts = cast.flatMap((one) => salesOf("R1", products, one, "today"));

it("the page has each receipt with the points of each rule, as the demo checks them", () => {
  const rows = [...page.matchAll(/^\| (R1-\w+-\d) +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, ...cells]) => cells.map((cell = "") => cell.trim()),
  );
  expect(rows).toEqual(
    receipts.map(({ key, bought, points, sale }) => [
      ...[key, sale.SaleDateTime.slice(0, 16).replace("T", " "), bought],
      Object.entries(points)
        .map(([rule, amount]) => `${rule} ${amount}`)
        .join(", "),
      String(Object.values(points).reduce((sum, one) => sum + one, 0)),
    ]),
  );
});

it("each campaign gives points on a receipt", () => {
  const given = new Set(
    receipts.flatMap(({ points }) => Object.entries(points)).map(([rule, amount]) => amount > 0 && rule),
  );
  expect(campaigns.earning.rules.map(({ id }) => id).filter((id) => !given.has(id))).toEqual([]);
});
