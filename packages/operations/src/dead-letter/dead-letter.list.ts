import { type Author, type Sql, writeAudit } from "@rewards/db";
import type { ListCall } from "@rewards/domain";
import { type DeadLetter, type DeadLetterRow, deadLetterColumns, showDeadLetter } from "./dead-letter.show.ts";

interface DeadLetterCount {
  readonly class: string;
  readonly reason: string;
  readonly count: number;
}

export interface DeadLetterPage {
  readonly deadLetters: DeadLetter[];
  /** The cursor of the next page; null on the last page. */
  readonly cursor: string | null;
  /** Counts of all dead letters, regardless of the filter. */
  readonly counts: DeadLetterCount[];
}

/** A page of dead letters in the order of class and ID, and their number by class and reason. */
export async function listDeadLetters(sql: Sql, call: ListCall, author: Author): Promise<DeadLetterPage> {
  const { class: className, reason, after, limit } = call;
  return sql.begin(async (tx) => {
    const ofClass = className === undefined ? tx`` : tx`and class = ${className}`;
    const ofReason = reason === undefined ? tx`` : tx`and reason = ${reason}`;
    const ofPage = after === undefined ? tx`` : tx`and (class, id) > (${after.class}, ${after.uuid}::uuid)`;
    const [rows, counts] = await Promise.all([
      tx<DeadLetterRow[]>`
        select ${deadLetterColumns(tx)} from dead_letter where true ${ofClass} ${ofReason} ${ofPage} order by class, id limit ${limit + 1}`,
      tx<DeadLetterCount[]>`
        select class, reason, count(*)::int from dead_letter group by class, reason order by class, reason`,
    ]);
    const deadLetters = rows.slice(0, limit).map(showDeadLetter);
    await writeAudit(tx, {
      author,
      operation: "dead-letter.list",
      detail: { class: className, reason, after, limit, listed: deadLetters.length },
    });
    const cursor = rows.length > limit ? (deadLetters.at(-1)?.ID ?? null) : null;
    return { deadLetters, cursor, counts: [...counts] };
  });
}
