import { expect, test } from "vitest";
import { createCall } from "../load/call.ts";
import { makeEdit } from "../load/make.rule.ts";
import { LoadRecord } from "../load/record.ts";
import { createLoadState } from "../load/state.ts";
import { laterRegulars, plain, shopRules, shopTiers } from "../servers/shop.rules.ts";
import type { EntryRow, Facts, SaleRow, VersionRow } from "./facts.ts";
import { checkEarnedBy, checkNamed, checkVersions, isCapMet } from "./rule.check.ts";

const [member = ""] = laterRegulars;
const edited = { ...plain, gives: { perQuantity: "3" } };
const tiers = shopTiers("base");
const versions: VersionRow[] = [
  { version: 1, since: null, rules: [], tiers: null },
  { version: 2, since: new Date(10), rules: shopRules, tiers },
  { version: 3, since: new Date(20), rules: shopRules.map((rule) => (rule.id === plain.id ? edited : rule)), tiers },
];
const saleAt = (soldMs: number): SaleRow => ({
  ...{ id: "s", key: "S", status: "Resolved-Completed", note: "", member, store: "S0", items: [], is_awaiting: false },
  sold: new Date(soldMs),
});
const entryOf = (version: number, rules: readonly string[] = []): EntryRow => ({
  ...{ source: "s", member, currency: 0, type: "Sale", amount: "1", balance: "1", at: new Date(30), version },
  why: { rules: rules.map((id) => ({ id })) },
});

interface Given {
  readonly facts?: Partial<Facts>;
  /** When the edit was answered; undefined if it never was. */
  readonly answeredMs?: number;
  readonly sentMs?: number;
}

function evidenceOf({ facts, answeredMs, sentMs = 0 }: Given) {
  const record = new LoadRecord();
  const edit = record.send(record.begin(makeEdit(createLoadState([]))), "api-0");
  if (answeredMs !== undefined) Object.assign(edit, { status: 200, doneMs: answeredMs });
  Object.assign(record.send(record.begin(createCall("sale", "S", {})), "api-0"), {
    sentMs,
    doneMs: sentMs,
    status: 201,
  });
  const rows = { versions, regulars: [], sales: [], entries: [], ...facts } as unknown as Facts;
  return { record, facts: rows };
}
const kindsOf = (findings: readonly { readonly kind: string }[]) => findings.map(({ kind }) => kind);

test("each version has one change that was asked for, and each answered change is a version", () => {
  const check = (given: Given) => kindsOf(checkVersions(evidenceOf(given)));
  expect(check({ answeredMs: 5 })).toEqual([]);
  expect(check({ answeredMs: 5, facts: { versions: versions.slice(0, 2) } })).toEqual(["lost"]);
  expect(check({ facts: { versions: versions.slice(0, 2) } })).toEqual([]);
  const other = { version: 4, since: new Date(25), rules: [...shopRules.slice(1), edited], tiers };
  expect(check({ answeredMs: 5, facts: { versions: [...versions, other] } })).toContain("false");
  const unasked = shopRules.map((rule) => (rule.id === plain.id ? { ...plain, gives: { perQuantity: "8" } } : rule));
  const doubled = [...versions, { version: 4, since: new Date(25), rules: unasked, tiers }];
  expect(check({ answeredMs: 5, facts: { versions: doubled } })).toEqual(["unrequested"]);
  const { rules } = versions[2] as VersionRow;
  const ended = [...versions, { version: 4, since: new Date(25), rules, tiers: null }];
  expect(check({ answeredMs: 5, facts: { versions: ended } })).toEqual(["unrequested"]);
});

test("a sale earns by the version of its time; one that was not answered when the sale was sent may be missing", () => {
  const check = (soldMs: number, version: number, given: Given) =>
    kindsOf(checkNamed(evidenceOf({ ...given, facts: { sales: [saleAt(soldMs)], entries: [entryOf(version)] } })));
  expect(check(20, 3, { answeredMs: 5 })).toEqual([]);
  expect(check(19, 3, { answeredMs: 5 })).toEqual(["points"]);
  expect(check(20, 2, { answeredMs: 5, sentMs: 6 })).toEqual(["points"]);
  expect(check(20, 2, { answeredMs: 5, sentMs: 4 })).toEqual([]);
  expect(check(20, 2, { sentMs: 6 })).toEqual([]);
  expect(check(9, 1, { answeredMs: 5, sentMs: 6 })).toEqual([]);
});

test("a sale earns by the segment of its time", () => {
  const check = (rules: readonly string[], sinceMs: number, untilMs?: number) => {
    const regulars = [
      { key: member, since: new Date(sinceMs), until: untilMs === undefined ? null : new Date(untilMs) },
    ];
    const facts = { sales: [saleAt(15)], entries: [entryOf(2, rules)], regulars };
    return kindsOf(checkNamed(evidenceOf({ facts })));
  };
  expect(check(["REGULARS"], 15)).toEqual([]);
  expect(check(["REGULARS"], 16)).toEqual(["points"]);
  // Nobody answered the removal: the worker may not have seen it.
  expect(check(["REGULARS"], 10, 12)).toEqual([]);
  expect(check([], 10, 12)).toEqual([]);
});

test("a cap is met if a sum goes over it", () => {
  const met = (key: string, value: number) => isCapMet({ why: { sums: [{ key, before: 20, value }] } });
  expect([
    met("CAP/cap:30/2026-05-09", 11),
    met("CAP/cap:30/2026-05-09", 10),
    met("CARD/every:quantity:3:9/", 99),
  ]).toEqual([true, false, false]);
});

test("a sale that waited earns by the edit that was put into force for it", () => {
  const state = createLoadState([]);
  const { key } = makeEdit(state);
  const check = (version: number) =>
    kindsOf(checkEarnedBy("S", key)(evidenceOf({ facts: { sales: [saleAt(20)], entries: [entryOf(version)] } })));
  expect([check(3), check(2)]).toEqual([[], ["points"]]);
});
