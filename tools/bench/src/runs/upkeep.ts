import { count, counts } from "@rewards/lab/options";
import { booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import type { BenchCommand } from "./command.ts";
import { measureUpkeep, type UpkeepFigures, type UpkeepOptions, upkeepSteps } from "./upkeep.measure.ts";

const billion = 1_000_000_000;
const bytesPerGb = 1e9;

export const upkeep: BenchCommand<UpkeepOptions> = {
  name: "upkeep",
  summary: "size of the database, and time of vacuum, backup and verify, as the ledger grows",
  options: (command) =>
    command
      .option("--sizes <list>", "entries in the ledger", counts, [1_000_000, 10_000_000])
      .option("--members <n>", "members who buy", count, 100_000),
  async run(bench, options, progress) {
    const sizes = [...options.sizes].sort((a, b) => a - b);
    progress.begin(sizes.length * upkeepSteps);
    const found: UpkeepFigures[] = [];
    for (const size of sizes) found.push(await measureUpkeep(bench, options, size, progress));
    return {
      name: "upkeep",
      title: "Upkeep as the ledger grows",
      tables: [tableOf(found)],
      bars: [booksHold],
      data: { options, sizes: found },
    };
  },
};

function tableOf(found: readonly UpkeepFigures[]): Table {
  const largest = found.at(-1) as UpkeepFigures;
  const rows = [...found.map((one) => ({ ...one, isComputed: false })), { ...projected(largest), isComputed: true }];
  return {
    title: "Sizes in GB, durations in seconds",
    columns: ["Entries", "Sales", "Ledger", "All", "Vacuum", "Freeze", "Backup", "Verify", "Entries/s"],
    rows: rows.map((one) => [
      one.isComputed ? `${formatCount(one.entries)} (computed)` : formatCount(one.entries),
      ...[one.saleBytes, one.ledgerBytes, one.databaseBytes].map((bytes) => formatFigure(bytes / bytesPerGb)),
      ...[one.vacuumSeconds, one.freezeSeconds, one.backupSeconds, one.verifySeconds].map(formatFigure),
      formatCount(one.entries / one.verifySeconds),
    ]),
    notes: [
      "One sale for each entry; sizes with indexes. Vacuum: of sales and ledger, after 1 % of the sales changed.",
      "Freeze: of all their rows, as once in the life of each. Backup: a copy of the database's files to the same disk.",
      "Verify: every check, in one process. Computed: in proportion to the largest size that was run.",
    ],
  };
}

/** A billion entries, in proportion. */
function projected(largest: UpkeepFigures): UpkeepFigures {
  const times = billion / largest.entries;
  const scaled = Object.entries(largest).map(([name, value]) => [name, value * times]);
  return Object.fromEntries(scaled) as UpkeepFigures;
}
