import { matchRules, type RuleFacts } from "@rewards/domain";
import { atMost, booksHold } from "@rewards/lab/report/report";
import { cpuColumns, figureOf, tableOf } from "../measure/figures.ts";
import { defineRun, roundOptions } from "../run/command.ts";
import type { Bench } from "../run/session.ts";
import { boundBar, measureTurns, timesOf, turnNote, turnTables } from "../run/turns.ts";
import { campaigns, compiled, unused, withRules } from "../subject/campaigns.ts";
import { factsOf, productCount, storeCode } from "../subject/shop.ts";

const [without, notUsed, inUse] = ["Without", "Unused", "In use"];
/** The most CPU that a sale may take, relative to one without rules. */
const timesMax = { [notUsed]: 1.02, [inUse]: 1.12 };
const manyRules = 200;
const matchingMax = 15;
/** Sales that are only matched. */
const matched = 500_000;
const [ofMatching, matches] = ["CPU µs a sale", "Matches a sale"];

export const rules = defineRun({
  name: "rules",
  summary: "what earning rules add to a sale, and what matching a sale with many rules takes",
  options: roundOptions(30, 8),
  async measure(bench: Bench, options) {
    const load = { ...options, workload: "rules" } as const;
    const specs = {
      [without]: load,
      [notUsed]: { ...load, prepare: withRules(unused) },
      [inUse]: { ...load, prepare: withRules(campaigns) },
    };
    // First, while nothing else runs.
    const matching = [campaigns.length, manyRules].map((count) => [String(count), measureMatching(count)] as const);
    return { matching, runs: await measureTurns(bench, specs, options.rounds) };
  },
  tables: ({ matching, runs }, options) => [
    ...turnTables(
      "CPU in µs a sale, latency in ms, statements and bytes of WAL a sale",
      runs,
      ["Sales/s", ...cpuColumns, "POST p99", "Statements", "WAL bytes"],
      [
        turnNote(options),
        `In use: ${campaigns.length} rules, five of which match a sale, and 30 % of sales meet a cap. Unused: none matches.`,
      ],
    ),
    tableOf("Matching alone, in one process", ["Rules in force", ofMatching, matches], matching),
  ],
  bars: ({ matching, runs }) => [
    ...Object.entries(timesMax).map(([variant, most]) => {
      const name = `CPU a sale, rules ${variant.toLowerCase()}, against that without`;
      return boundBar(name, most, timesOf(runs, variant, without, "CPU"));
    }),
    atMost(
      `matching a sale with ${manyRules} rules`,
      matchingMax,
      "µs",
      figureOf(matching.at(-1)?.[1] ?? {}, ofMatching),
    ),
    booksHold,
  ],
});

/** CPU of this process. More rules than campaigns are these again, each time for another category. */
function measureMatching(count: number) {
  const ruleOf = (n: number) => {
    const campaign = campaigns[n % campaigns.length] as (typeof campaigns)[number];
    if (count === campaigns.length) return campaign;
    const category = [`C${Math.floor(n / campaigns.length)}`];
    return { ...campaign, id: `R${n}`, where: { ...campaign.where, category } };
  };
  const set = compiled(Array.from({ length: count }, (_, n) => ruleOf(n)));
  const facts = Array.from({ length: productCount }, (_, n) => factsOfSale(n));
  const match = (times: number) => {
    let found = 0;
    for (let n = 0; n < times; n += 1) found += matchRules(set, facts[n % facts.length] as RuleFacts).length;
    return found;
  };
  match(matched / 10);
  const before = process.cpuUsage();
  const found = match(matched);
  const { user, system } = process.cpuUsage(before);
  return { [ofMatching]: (user + system) / matched, [matches]: found / matched };
}

/** A sale of the workload, as matching sees it. */
function factsOfSale(n: number): RuleFacts {
  const lineOf = (code: number) => {
    const { Category: category, Brand: brand } = factsOf(code);
    const item = { ProductCode: `P${code}`, Quantity: 1, TotalAmount: 10.5 };
    return { item, amount: 105_000n, product: { category, brand, isIncentivizable: true }, state: "counts" } as const;
  };
  return {
    lines: [lineOf(n), lineOf((n + 7) % productCount)],
    ...{ storeCode, channel: n % 10 < 3 ? "APP" : "SHOP", timeZone: "UTC" },
    ...{ soldAtMs: Date.parse("2026-05-04T09:30:00Z"), joinedAtMs: 0, segments: [] },
  };
}
