import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Amount, amountOf } from "../amount.ts";
import { availableOf } from "../ledger/ledger.available.ts";
import type { ExpiryRules } from "../programme.ts";
import type { ExpiryUntil } from "./expiry.calendar.ts";
import { expiresAt } from "./expiry.cutoff.ts";
import { pendingOf, spendableOf } from "./expiry.due.ts";

const text = readFileSync(new URL("../../../../docs/points.md", import.meta.url), "utf8");

/** The cells of a table of docs/points.md, below its head. */
const rowsOf = (name: string) =>
  (text.split(`<!-- example: ${name} -->\n\n`)[1] ?? "")
    .split("\n\n")[0]
    ?.split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim())) ?? [];

const timeZone = "Europe/Berlin";
const shown = (atMs: number) => new Date(atMs).toLocaleString("sv", { timeZone }).slice(0, 16);
/** Berlin is one or two hours ahead of UTC. */
const instantOf = (local: string) =>
  [1, 2].map((hours) => Date.parse(`${local.replace(" ", "T")}:00+0${hours}:00`)).find((at) => shown(at) === local) ??
  Number.NaN;
const rulesOf = (months: number, until: ExpiryUntil): ExpiryRules => ({
  timeZone,
  versions: [{ months, until, inactiveMonths: null, appliedAtMs: 0 }],
});

test("the awards of docs/points.md expire when the page says", () => {
  const rows = rowsOf("expiry");
  expect(rows).toHaveLength(5);
  for (const [, months, until, posted = "", expires] of rows) {
    const at = instantOf(posted);
    expect(shown(expiresAt(rulesOf(Number(months), until as ExpiryUntil), at, at))).toBe(expires);
  }
});

test("what will expire of the example is what the page says", () => {
  const balance = { awarded: amountOf(150), balance: amountOf(120), returned: 0n };
  const awards = [
    { type: "Sale" as const, at: instantOf("2026-03-10 12:00"), amount: amountOf(100), awardedAfter: amountOf(100) },
    { type: "Sale" as const, at: instantOf("2026-06-02 12:00"), amount: amountOf(50), awardedAfter: amountOf(150) },
  ];
  expect(rowsOf("expiring").map(([, at, points]) => [at, amountOf(Number(points))])).toEqual(
    awards.map((award) => [shown(expiresAt(rulesOf(12, "day"), award.at, award.at)), availableOf(award, balance)]),
  );
});

test("balance, available and pending of the example are what the page says", () => {
  const balance = { awarded: 0n, balance: 0n, returned: 0n };
  let recent: Amount = 0n;
  const rows = rowsOf("window");
  expect(rows).toHaveLength(5);
  for (const [, , what = "", text, ...expected] of rows) {
    const points = amountOf(Number(text));
    balance.balance += points;
    if (points > 0n) balance.awarded += points;
    if (what.startsWith("return")) balance.returned -= points;
    if (what === "sale" || what.startsWith("return")) recent += points;
    if (what === "window ends") recent = 0n;
    const found = [balance.balance, spendableOf(balance, 0n, recent), pendingOf(balance, recent)];
    expect(found).toEqual(expected.slice(0, 3).map((cell) => amountOf(Number(cell))));
  }
});
