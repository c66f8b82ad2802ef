import { expect, test } from "vitest";
import { LoadRecord } from "../load/record.ts";
import type { Facts } from "./facts.ts";
import { checkRows } from "./row.check.ts";

const none: Facts = {
  ...{
    sales: [],
    redemptions: [],
    items: [],
    entries: [],
    adjustments: [],
    payments: [],
    givenBack: [],
    stock: [],
    segments: [],
    versions: [],
    regulars: [],
  },
  ...{ edits: [], keys: [], tiers: [], tierChanges: [] },
  ...{ moves: [], setAside: [], people: [], members: new Map(), stores: new Map() },
};
const check = (facts: Partial<Facts>) =>
  checkRows({ record: new LoadRecord(), facts: { ...none, ...facts } }).map(({ kind, key }) => `${kind} ${key}`);

const entry = {
  source: "a",
  member: "M",
  currency: 0,
  type: "Adjustment",
  amount: "1",
  balance: "1",
  at: new Date(0),
  version: null,
  why: {},
};
const adjustment = { id: "a", member: "M", currency: 0, amount: "1", user: "api", sale: null };
const item = {
  ...{ id: "i", redemption: "r", status: "Open-Active", voucher_key: "CODE", expires: new Date(10) },
  ...{ reward: "MUG", quantity: "1" },
};
const moved = (to: string, atMs: number) => ({
  ...{ noun: "redemption_item", id: "i", old: "Open-Active", new: to, at: new Date(atMs) },
});

test("a move that no table allows is found, and a record that was set aside without being faulty", () => {
  const move = { noun: "sale", id: "s", old: "Resolved-Completed", new: "Pending-Ready To Process", at: new Date(0) };
  expect(check({ moves: [move] })).toEqual(["moved s"]);
  expect(check({ setAside: [{ class: "SaleCase", id: "s", error: "" }] })).toEqual(["setAside s"]);
});

test("every adjustment has one entry, and every entry a record", () => {
  expect(check({ entries: [entry], adjustments: [adjustment] })).toEqual([]);
  expect(check({ adjustments: [adjustment] })).toEqual(["lost 1"]);
  expect(check({ entries: [entry, entry], adjustments: [adjustment] })).toEqual(["doubled 1"]);
  expect(check({ entries: [entry] })).toEqual(["unrequested a"]);
});

test("only a return takes a balance below zero", () => {
  const taken = { ...entry, amount: "-1", balance: "-1" };
  const paid = { ...adjustment, amount: "-1" };
  expect(check({ entries: [taken], adjustments: [paid] })).toEqual(["books a"]);
  expect(check({ entries: [{ ...taken, type: "Return" }], adjustments: [{ ...paid, user: "faults" }] })).toEqual([]);
});

test("a voucher code is on one item, which is not used after its expiry and does not expire before it", () => {
  expect(check({ items: [item, { ...item, id: "j" }] })).toEqual(["doubled CODE"]);
  expect(check({ items: [item], moves: [moved("Resolved-Completed", 9), moved("Resolved-Expired", 11)] })).toEqual([]);
  expect(check({ items: [item], moves: [moved("Resolved-Completed", 11)] })).toEqual(["false i"]);
  expect(check({ items: [item], moves: [moved("Resolved-Expired", 9)] })).toEqual(["false i"]);
});
