import { showAmount } from "@rewards/domain";
import { type Simulation, simulateRules } from "@rewards/operations";
import { formatCount, wrap } from "@rewards/runtime";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { formatPoints, formatTable } from "../format.ts";
import { readProgrammeFile } from "../programmes/programmes.file.ts";
import type { Terminal } from "../terminal.ts";

export const simulateHelp = `
It decides each completed sale and return of the period again, by the rules in
force and by those of the file, and writes nothing. Products, stores and members
count as they are now. Caps and stamp cards begin empty with the day, week,
month, quarter or year that has --from, or with the \`from\` of a rule whose
period is the campaign. Lines that return goods of another member, or of an
earlier sale, take nothing.`;

interface Period {
  readonly from: string;
  readonly to: string;
}

/** @throws CommandError if the file is wrong, or the period is empty. */
export async function simulateFile(terminal: Terminal, path: string, { from, to }: Period): Promise<void> {
  if (from >= to) throw new CommandError("--from must be before --to.");
  const file = await readProgrammeFile(path);
  const progress = (sales: number) => terminal.progress(`${formatCount(sales)} sales`);
  const programmes = await withDatabase(terminal, ({ scans }) =>
    simulateRules(scans, file, { from, to, progress }),
  ).finally(() => terminal.progress(""));
  terminal.show({ programmes }, [
    `Sales from ${from} to ${to}, by today's products, stores and members`,
    ...programmes.flatMap((one) => ["", ...simulationLines(one)]),
  ]);
}

function simulationLines({ businessId, sales, sumsFrom, leftOut, rules, members, ...total }: Simulation): string[] {
  if (sumsFrom === null) return [`${businessId}: not applied yet, so no member has sales`];
  const given = rules.reduce(
    (sum, one) => ({ points: sum.points + one.points, simulated: sum.simulated + one.simulated }),
    { points: 0n, simulated: 0n },
  );
  const rate = { points: total.points - given.points, simulated: total.simulated - given.simulated };
  return [
    `${businessId}, sales and returns: ${formatCount(sales)}`,
    `Caps and stamp cards are empty at ${sumsFrom}.`,
    ...comparison("Points of", [
      { name: "the rate", ...rate },
      ...rules.map((one) => ({ name: one.id, ...one })),
      { name: "all", ...total },
    ]),
    ...(leftOut > 0
      ? wrap(`${formatCount(leftOut)} lines return goods of other sales than these members' of this period: left out.`)
      : []),
    ...(members.length > 0
      ? [
          "",
          ...comparison(
            "Most changed",
            members.map((one) => ({ name: one.externalId, ...one })),
          ),
        ]
      : []),
  ];
}

interface Compared extends Pick<Simulation, "points" | "simulated"> {
  readonly name: string;
}

const comparison = (title: string, rows: readonly Compared[]) =>
  formatTable(
    {
      [title]: ({ name }) => name,
      "In force": ({ points }) => formatPoints(showAmount(points)),
      "By the file": ({ simulated }) => formatPoints(showAmount(simulated)),
      Change: ({ points, simulated }) => formatPoints(showAmount(simulated - points)),
    },
    rows,
  );
