import { AppError, erasureContent, exportBytesMax, exportContent, parseContent } from "@rewards/domain";
import { erasePeople, exportPerson } from "@rewards/operations";
import { operatorOf } from "../author.ts";
import { readJsonObject } from "../body.ts";
import type { Handler } from "../context.ts";
import { demandFunction } from "../credentials/caller.ts";
import { respond, respondText } from "../respond.ts";

/** POST /ops/v1/members/export: all rows that the service holds about a person. */
export const exportMember: Handler = async (c, { database, personal, bodyBytesMax }) => {
  demandFunction(c.env.caller, "export");
  const author = operatorOf(c);
  const { body } = await readJsonObject(c, bodyBytesMax);
  const { externalID } = parseContent(exportContent, body);
  const rows: string[] = [];
  let bytes = 0;
  const take = (table: string, row: string) => {
    bytes += Buffer.byteLength(row);
    if (bytes > exportBytesMax) throw new AppError("Error_Export_TooLarge");
    rows.push(`{"table":"${table}","row":${row}}`);
  };
  await exportPerson(database.scans, externalID, author, take, personal.keys);
  return respondText(c.env.outgoing, `{"rows":[${rows.join(",")}]}`);
};

/** POST /ops/v1/members/erase: erases people, each in a transaction. Safe to repeat. */
export const eraseMembers: Handler = async (c, { database, bodyBytesMax }) => {
  demandFunction(c.env.caller, "erase");
  const author = operatorOf(c);
  const { body } = await readJsonObject(c, bodyBytesMax);
  const { externalIDs } = parseContent(erasureContent, body);
  return respond(c.env.outgoing, await erasePeople(database.scans, externalIDs, author));
};
