import { collectAnswer, createViewRunner, type Database, type ViewAnswer } from "@rewards/db";
import { dataViewOf, operatorUser, parseQuery } from "@rewards/domain";
import { type DatabaseChoice, withDatabase } from "../database.ts";
import { formatTable } from "../table.ts";

/** Prints the programmes as a table. It reads them by the views of the API. */
export async function listProgrammes(choice: DatabaseChoice, print: (line: string) => void): Promise<void> {
  const [programmes, currencies] = await withDatabase(choice, async (database) => [
    await runView(database, "ProgramList"),
    await runView(database, "CurrencyList"),
  ]);
  const names = new Map(currencies.map(({ ID, Name }) => [ID, String(Name)]));
  const rows = programmes.map((programme) => [
    String(programme["BusinessID"]),
    String(programme["Name"]),
    (programme["Currencies"] as { ID: string }[]).map(({ ID }) => names.get(ID) ?? ID).join(", "),
    String(programme["TimeZoneText"]),
    String(programme["Description"]),
  ]);
  for (const line of formatTable(["BusinessID", "Name", "Currencies", "Time zone", "Description"], rows)) print(line);
}

async function runView({ readDb }: Database, name: string): Promise<ViewAnswer["data"]> {
  const view = dataViewOf(name);
  if (!view) throw new Error(`no data view ${name}`);
  const call = { view, parameters: {}, user: operatorUser, query: parseQuery(view, {}) };
  return (await collectAnswer(createViewRunner(readDb), call)).data;
}
