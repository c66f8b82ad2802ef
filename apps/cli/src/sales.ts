import type { Database, RepricedSale, RepriceOutcome } from "@rewards/db";
import { formatId, member, normaliseKey, sale, showAmount } from "@rewards/domain";
import { type RepriceRun, repriceNamed, repricePeriod } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { type Columns, formatTable } from "./format.ts";
import { addGroup, databaseHelp, type ProgramOptions, readTime, type Terminal } from "./terminal.ts";

const help = `
Outcomes:
  posted             the difference is on the member's balance
  unchanged          no line counts in addition, or they add no point
  already repriced   a sale is repriced once
  expired            the points of the sale have expired
  not participating  its store did not take part when the sale was posted
  rejected, unknown  nothing to reprice
  open               not posted yet; it will earn by the catalogue of that time
  busy               another session holds the member's balance: run it again
  out of range       the balance could not hold the points
The exit code is 1 if a sale is unknown, busy or out of range.
${databaseHelp}`;

/** `rewards sales`: changes of sales that were posted. Each writes an audit row. */
export function addSales(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "sales");
  group.description("reprice sales whose products were registered later");
  add("reprice", "post what completed sales would earn more by today's products", "print a line of JSON for each sale")
    .argument("[ExternalID...]", "the sales, by ExternalID")
    .option("--product <code>", "all sales with a line of the product of this ProductCode, instead of ExternalIDs")
    .option("--from <time>", "with --product: sales made from this time on, such as 2027-01-31T00:00:00Z", readTime)
    .option("--to <time>", "with --product: sales made before this time", readTime)
    .option("--dry-run", "print what would be posted, and post nothing")
    .addHelpText("after", help)
    .action(act(reprice));
}

interface RepriceArguments {
  readonly product?: string;
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Outcomes that another run, or another argument, may change. */
const failures: readonly RepriceOutcome[] = ["unknown", "busy", "out of range"];

/** @throws CommandError if the arguments name no sales, or name them in two ways. */
async function reprice(terminal: Terminal, externalIds: readonly string[], given: RepriceArguments): Promise<void> {
  const start = startOf(externalIds, given);
  const counts = new Map<RepriceOutcome, number>();
  let points = 0n;
  let seen = 0;
  const take = (sales: readonly RepricedSale[]) => {
    for (const { outcome, worth } of sales) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (outcome === "posted" && worth) points += worth.after - worth.before;
    }
    seen += sales.length;
    terminal.progress("");
    printSales(terminal, given, sales);
    terminal.progress(`${formatCount(seen)} sales`);
  };
  const run = { author: terminal.author, isDryRun: given.dryRun === true, take };
  await withDatabase(terminal, ({ sql }) => start(sql, run)).finally(() => terminal.progress(""));
  const dryRun = given.dryRun === true;
  terminal.show({ sales: seen, points: Number(showAmount(points)), dryRun, outcomes: Object.fromEntries(counts) }, [
    `${formatCount(seen)} sales: ${[...counts].map(([outcome, count]) => `${formatCount(count)} ${outcome}`).join(", ") || "none found"}.`,
    `${showAmount(points)} points ${dryRun ? "would be posted: a dry run posts nothing" : "posted"}.`,
  ]);
  terminal.exitWith(failures.some((outcome) => counts.has(outcome)) ? 1 : 0);
}

type Start = (sql: Database["sql"], run: RepriceRun) => Promise<void>;

function startOf(externalIds: readonly string[], { product, from, to }: RepriceArguments): Start {
  const keys = externalIds.map(normaliseKey).filter((key) => key !== "");
  const isPeriod = product !== undefined || from !== undefined || to !== undefined;
  if (keys.length > 0 === isPeriod) throw new CommandError("Name sales, or --product, --from and --to.");
  if (!isPeriod) return (sql, run) => repriceNamed(sql, keys, run);
  if (product === undefined || from === undefined || to === undefined)
    throw new CommandError("--product, --from and --to go together.");
  if (from >= to) throw new CommandError("--from must be before --to.");
  return (sql, run) => repricePeriod(sql, { productCode: normaliseKey(product), from, to }, run);
}

/** A cell for what is not known. */
const none = "-";

const columns: Columns<RepricedSale> = {
  Sale: ({ externalId }) => externalId,
  Member: ({ memberId }) => (memberId === null ? none : formatId(member.idPrefix, memberId)),
  Before: ({ worth }) => (worth ? showAmount(worth.before) : none),
  After: ({ worth }) => (worth ? showAmount(worth.after) : none),
  Outcome: ({ outcome }) => outcome,
};

/** Of a product's sales, those that stay as they are are counted only. */
function printSales(terminal: Terminal, { product, json }: RepriceArguments, sales: readonly RepricedSale[]): void {
  if (json) {
    for (const one of sales) terminal.print(JSON.stringify(shownSale(one)));
    return;
  }
  const shown = sales.filter(({ outcome }) => product === undefined || outcome !== "unchanged");
  if (shown.length > 0) for (const line of formatTable(columns, shown)) terminal.print(line);
}

/** Points of what remains of the sale, before and after; null if they were not computed. */
function shownSale({ externalId, saleId, memberId, outcome, worth }: RepricedSale) {
  const numberOf = (amount: bigint | undefined) => (amount === undefined ? null : Number(showAmount(amount)));
  return {
    externalId,
    ID: saleId && formatId(sale.idPrefix, saleId),
    member: memberId && formatId(member.idPrefix, memberId),
    ...{ before: numberOf(worth?.before), after: numberOf(worth?.after), outcome },
  };
}
