import {
  AppError,
  discardContent,
  erasureContent,
  exportBytesMax,
  exportContent,
  formatId,
  objectOfId,
  parseContent,
  parseListCall,
  replayContent,
} from "@rewards/domain";
import {
  discardDeadLetter,
  erasePeople,
  exportPerson,
  inspectDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
} from "@rewards/operations";
import { respond, respondText } from "../answer.ts";
import { readJsonObject } from "../body.ts";
import { demandFunction, operatorOf, withReachedActions } from "../call.ts";
import type { Handler } from "../context.ts";

/** GET /ops/v1/dead-letters: a page of dead letters, and their number per class and reason. */
export const listLetters: Handler = async (c, { database, write }) => {
  demandFunction(c.env.caller, "list");
  const call = parseListCall(c.req.query());
  const author = operatorOf(c);
  return respond(c.env.outgoing, await write(c, () => listDeadLetters(database.sql, call, author)));
};

/**
 * GET /ops/v1/dead-letters/{ID}: the dead letter, its record as in GET …/objects/{ID}, and what operators did with it.
 */
export const showLetter: Handler = async (c, { database, readDb, write }) => {
  demandFunction(c.env.caller, "inspect");
  const author = operatorOf(c);
  const { definition, uuid } = objectOfId(c.req.param("id") as string);
  const inspection = await write(c, () => inspectDeadLetter({ sql: database.sql, readDb }, definition, uuid, author));
  const objectInfo = withReachedActions(inspection.objectInfo, definition, c.env.caller.rights);
  return respond(c.env.outgoing, { ...inspection, objectInfo });
};

/** POST /ops/v1/dead-letters/{ID}/replay: makes it pending again and enqueues it at once. */
export const replayLetter: Handler = async (c, { database, enqueuer, write }) => {
  demandFunction(c.env.caller, "replay");
  const author = operatorOf(c);
  const { definition, uuid } = objectOfId(c.req.param("id") as string);
  await write(c, () => replayDeadLetter(database.sql, definition, uuid, { author, isEnqueued: true }));
  enqueuer.push(definition.noun, [uuid]);
  return respond(c.env.outgoing, { ID: formatId(definition.idPrefix, uuid), replayed: 1 });
};

/** POST /ops/v1/dead-letters/replay: replays all of one reason, at a rate that recovery keeps. Answers at once. */
export const replayLetters: Handler = async (c, { database, bodyBytesMax, write }) => {
  demandFunction(c.env.caller, "replay");
  const author = operatorOf(c);
  const { body } = await readJsonObject(c, bodyBytesMax);
  const content = parseContent(replayContent, body);
  return respond(c.env.outgoing, await write(c, () => replayDeadLetters(database.sql, content, author)));
};

/** POST /ops/v1/dead-letters/{ID}/discard: gives the record up, with a reason. */
export const discardLetter: Handler = async (c, { database, bodyBytesMax, write }) => {
  demandFunction(c.env.caller, "discard");
  const author = operatorOf(c);
  const { body } = await readJsonObject(c, bodyBytesMax);
  const { reason } = parseContent(discardContent, body);
  const { definition, uuid } = objectOfId(c.req.param("id") as string);
  const status = await write(c, () => discardDeadLetter(database.sql, definition, uuid, { author, reason }));
  return respond(c.env.outgoing, { ID: formatId(definition.idPrefix, uuid), status });
};

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
