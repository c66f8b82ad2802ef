import { collectAnswer, createViewRunner, type Database, type ViewAnswer } from "@rewards/db";
import { dataViewOf, operatorUser, parseQuery } from "@rewards/domain";
import { withDatabase } from "../database.ts";
import { formatList } from "../table.ts";
import type { Terminal } from "../terminal.ts";

/** Prints the programmes. It reads them by the views of the API. */
export async function listProgrammes({ choice, print, isJson }: Terminal): Promise<void> {
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
