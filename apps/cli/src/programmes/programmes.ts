import { collectAnswer, createViewRunner, type Database, type ViewAnswer } from "@rewards/db";
import { dataViewOf, operatorUser, parseQuery } from "@rewards/domain";
import { applyProgrammes, CurrencyRemovedError } from "@rewards/operations";
import type { Command } from "commander";
import { withDatabase } from "../database.ts";
import { CommandError } from "../error.ts";
import { formatList } from "../format.ts";
import {
  addDefaultList,
  addTerminalOptions,
  databaseHelp,
  jsonHelp,
  openTerminal,
  type ProgramOptions,
  type Terminal,
  type TerminalOptions,
} from "../terminal.ts";
import { readProgrammeFile } from "./programmes.file.ts";

/** `rewards programmes` */
export function addProgrammes(program: Command, options: ProgramOptions): void {
  const programmes = program
    .command("programmes")
    .description("list and change programmes: their currencies and how sales earn")
    .addHelpText("afterAll", databaseHelp);
  addDefaultList(programmes)
    .description("print the programmes")
    .option("--json", jsonHelp)
    .action((given: TerminalOptions) => listProgrammes(openTerminal(options, given)));
  addTerminalOptions(
    programmes
      .command("apply")
      .description("create or change programmes from a YAML or JSON file (see apps/cli/programmes.example.yaml)")
      .argument("<file>", "the file, or - for standard input"),
  ).action((file: string, given: TerminalOptions) => applyFile(file, openTerminal(options, given)));
}

/** Prints the programmes. It reads them by the views of the API. */
async function listProgrammes({ choice, print, isJson }: Terminal): Promise<void> {
  const [programmes, currencies] = await withDatabase(choice, async (database) => [
    await runView(database, "ProgramList"),
    await runView(database, "CurrencyList"),
  ]);
  const names = new Map(currencies.map(({ ID, Name }) => [ID, String(Name)]));
  const listed = programmes.map((programme) => ({
    businessId: String(programme["BusinessID"]),
    name: String(programme["Name"]),
    currencies: (programme["Currencies"] as { ID: string }[]).map(({ ID }) => names.get(ID) ?? ID),
    timeZone: String(programme["TimeZoneText"]),
    description: String(programme["Description"]),
  }));
  if (isJson) return print(JSON.stringify({ programmes: listed }));
  const rows = listed.map((one) => [
    one.businessId,
    one.name,
    one.currencies.join(", "),
    one.timeZone,
    one.description,
  ]);
  for (const line of formatList(["BusinessID", "Name", "Currencies", "Time zone", "Description"], rows)) print(line);
}

async function runView({ readDb }: Database, name: string): Promise<ViewAnswer["data"]> {
  const view = dataViewOf(name);
  if (!view) throw new Error(`no data view ${name}`);
  const call = { view, parameters: {}, user: operatorUser, query: parseQuery(view, {}) };
  return (await collectAnswer(createViewRunner(readDb), call)).data;
}

/**
 * Creates or changes the programmes of a file, all or nothing, and prints a line for each.
 * @throws CommandError if the file is wrong, or removes a currency that members may hold.
 */
async function applyFile(path: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const file = await readProgrammeFile(path);
  const changes = await withDatabase(choice, ({ sql }) => applyProgrammes(sql, file, author)).catch(
    (error: unknown) => {
      throw error instanceof CurrencyRemovedError ? new CommandError(`${path}: ${error.message}`) : error;
    },
  );
  if (isJson) return print(JSON.stringify({ programmes: changes }));
  for (const { businessId, change } of changes) print(`${businessId}: ${change}`);
}
