import { collectAnswer, createViewRunner, type Database, type ViewAnswer } from "@rewards/db";
import { dataViewOf, operatorUser, parseQuery } from "@rewards/domain";
import { applyProgrammes } from "@rewards/operations";
import type { Command } from "commander";
import { withDatabase } from "../database.ts";
import { formatList } from "../format.ts";
import {
  addDefaultList,
  addGroup,
  addTerminalOptions,
  databaseHelp,
  jsonHelp,
  type ProgramOptions,
  readTime,
  type Terminal,
} from "../terminal.ts";
import { readProgrammeFile, rethrowRefusal } from "./programmes.file.ts";

/** `rewards programmes` */
export function addProgrammes(program: Command, options: ProgramOptions): void {
  const { group, act } = addGroup(program, options, "programmes");
  group
    .description("list and change programmes: their currencies and how sales earn")
    .addHelpText("afterAll", databaseHelp);
  addDefaultList(group).description("print the programmes").option("--json", jsonHelp).action(act(listProgrammes));
  addTerminalOptions(
    group
      .command("apply")
      .description("create or change programmes from a YAML or JSON file (see apps/cli/programmes.example.yaml)")
      .argument("<file>", "the file, or - for standard input")
      .option(
        "--in-force-from <time>",
        "a time in the past: sales made since then and not yet posted earn by it",
        readTime,
      ),
  ).action(act(applyFile));
}

/** Prints the programmes. It reads them by the views of the API. */
async function listProgrammes(terminal: Terminal): Promise<void> {
  const [records, currencies] = await withDatabase(terminal, async (database) => [
    await runView(database, "ProgramList"),
    await runView(database, "CurrencyList"),
  ]);
  const names = new Map(currencies.map(({ ID, Name }) => [ID, String(Name)]));
  const programmes = records.map((record) => ({
    businessId: String(record["BusinessID"]),
    name: String(record["Name"]),
    currencies: (record["Currencies"] as { ID: string }[]).map(({ ID }) => names.get(ID) ?? ID),
    timeZone: String(record["TimeZoneText"]),
    description: String(record["Description"]),
  }));
  const table = formatList(
    {
      BusinessID: (one) => one.businessId,
      Name: (one) => one.name,
      Currencies: (one) => one.currencies.join(", "),
      "Time zone": (one) => one.timeZone,
      Description: (one) => one.description,
    },
    programmes,
  );
  terminal.show({ programmes }, table);
}

async function runView({ readDb }: Database, name: string): Promise<ViewAnswer["data"]> {
  const view = dataViewOf(name);
  if (!view) throw new Error(`no data view ${name}`);
  const call = { view, parameters: {}, user: operatorUser, query: parseQuery(view, {}) };
  return (await collectAnswer(createViewRunner(readDb), call)).data;
}

/**
 * Creates or changes the programmes of a file, all or nothing, and prints a line for each.
 * @throws CommandError if the file is wrong, removes a currency that members may hold, or the time is in the future.
 */
async function applyFile(
  terminal: Terminal,
  path: string,
  { inForceFrom }: { readonly inForceFrom?: string },
): Promise<void> {
  const file = await readProgrammeFile(path);
  const programmes = await withDatabase(terminal, ({ sql }) =>
    applyProgrammes(sql, file, terminal.author, inForceFrom),
  ).catch(rethrowRefusal(path));
  const changed = inForceFrom && programmes.some(({ change }) => change === "changed");
  terminal.show({ programmes }, [
    ...programmes.flatMap(({ businessId, change, anew = [], recountTiers }) => [
      `${businessId}: ${change}`,
      ...anew,
      ...(recountTiers
        ? ["Its tiers count otherwise now: count balances anew with rewards rules recount --tiers."]
        : []),
    ]),
    ...(changed ? ["Sales that are not posted yet earn by it, whatever rules were applied since that time."] : []),
  ]);
}
