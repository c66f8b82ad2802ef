import {
  AppError,
  discardAction,
  discardedStatus,
  discardNote,
  type ObjectDefinition,
  operatorUser,
} from "@rewards/domain";
import { type Author, writeAudit } from "../audit/audit.write.ts";
import type { Sql, Tx } from "../client.ts";
import { writeMoves } from "../history/history.write.ts";
import { settle } from "../object/object.settle.ts";
import { lockRecords } from "./dead-letter.lock.ts";

/**
 * Discards a dead letter: its record moves to the status that its definition names for this, with the reason in its
 * note. A sale that waits for a member or store may be discarded too.
 * @returns the final status.
 * @throws AppError 404 for an unknown record, 409 for a record that is neither a dead letter nor waiting.
 */
export async function discardDeadLetter(
  sql: Sql,
  definition: ObjectDefinition,
  id: string,
  { author, reason }: { author: Author; reason: string },
): Promise<string> {
  const { class: className, noun } = definition;
  return sql.begin(async (tx) => {
    const status = (await lockRecords(tx, definition, [id])).get(id);
    if (status === undefined) throw new AppError("Error_Object_Unknown");
    const was = await takeWaiting(tx, className, id);
    const to = discardedStatus(definition, status);
    if (!was || to === undefined) throw new AppError("Error_DeadLetter_Gone", undefined, { status });
    await settle(tx, { class: className, noun, from: [status], user: operatorUser }, [
      { id, status: to, note: discardNote(reason) },
    ]);
    await writeMoves(tx, definition, discardAction, [{ id, from: status }]);
    const record = { class: className, id };
    await writeAudit(tx, { author, operation: "dead-letter.discard", record, reason, detail: { status, ...was } });
    return to;
  });
}

/**
 * Deletes and returns the record's dead letter, or what a waiting sale awaits. Undefined if it is neither. The audit
 * never changes, so it gets no key of a member.
 */
async function takeWaiting(tx: Tx, className: string, id: string): Promise<object | undefined> {
  const [letter] = await tx`
    delete from dead_letter where class = ${className} and id = ${id} returning to_jsonb(dead_letter) - array['class', 'id'] as was`;
  const [waiting] =
    await tx`delete from awaiting where sale_id = ${id} returning jsonb_build_object('awaitsMember', member is not null, 'store', store) as was`;
  return (letter ?? waiting)?.["was"];
}
