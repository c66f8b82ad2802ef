import { type CurrencyLiability, readLiability } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { type Command, InvalidArgumentError } from "commander";
import { withDatabase } from "./database.ts";
import { formatPoints, formatTable } from "./format.ts";
import { addGroup, databaseHelp, jsonHelp, type ProgramOptions, type Terminal } from "./terminal.ts";

const help = `
Prints what members had at the end of the day, by month of award, and what of it
they could spend, was pending, or had expired without being taken yet (overdue).
Redemptions consume the oldest awards first. The day ends by the time zone of
each programme. The command reads the whole ledger.
${databaseHelp}`;

/** `rewards report liability` */
export function addReport(program: Command, options: ProgramOptions): void {
  const { group, act } = addGroup(program, options, "report");
  group
    .description("print figures from the ledger")
    .command("liability")
    .description("print the points that members had, by month of award")
    .requiredOption("--as-of <date>", "at the end of this day, such as 2026-05-31", (text) => readDay(text, Date.now()))
    .option("--json", jsonHelp)
    .addHelpText("after", help)
    .action(act(showLiability));
}

async function showLiability(terminal: Terminal, { asOf }: { readonly asOf: string }): Promise<void> {
  const currencies = await withDatabase(terminal, ({ scans }) => readLiability(scans, asOf));
  terminal.show({ asOf, currencies }, liabilityLines(asOf, currencies));
}

/** The day begins up to so much earlier somewhere on Earth. */
const aheadMsMax = 14 * 3_600_000;

/** A day that exists and has begun, as `2026-05-31`. */
export function readDay(text: string, nowMs: number): string {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError("It must be a day such as 2026-05-31.");
  if (day.getTime() > nowMs + aheadMsMax) throw new InvalidArgumentError("This day has not begun yet.");
  return text;
}

/** For people: a table for each currency. */
function liabilityLines(asOf: string, currencies: readonly CurrencyLiability[]): string[] {
  return [`Liability at the end of ${asOf}`, ...currencies.flatMap((one) => ["", ...currencyLines(one)])];
}

function currencyLines({
  programme,
  currency,
  timeZone,
  months,
  expiringNext,
  ...totals
}: CurrencyLiability): string[] {
  const head = `${programme}, ${currency} (days of ${timeZone})`;
  if (months.length === 0) return [head, "No points were awarded."];
  return [
    head,
    ...formatTable(
      {
        "Awarded in": (one) => one.month,
        Points: (one) => formatPoints(one.awarded),
        Outstanding: (one) => formatPoints(one.outstanding),
      },
      [...months, { ...totals, month: "Total" }],
    ),
    `Members with points: ${formatCount(totals.members)}`,
    ...(totals.worth ? [`They are worth ${formatPoints(totals.worth.amount)} ${totals.worth.currency}`] : []),
    `They can spend ${formatPoints(totals.available)}; ${formatPoints(totals.pending)} pending, ${formatPoints(totals.overdue)} overdue`,
    `Expired so far: ${formatPoints(totals.breakage)}`,
    ...(expiringNext ? [`Expire next: ${formatPoints(expiringNext.points)}, at ${expiringNext.at}`] : []),
    ...(totals.debtors > 0
      ? [`Members in debt: ${formatCount(totals.debtors)}, who owe ${formatPoints(totals.debt)}`]
      : []),
  ];
}
