import { segment } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { settle } from "../object/object.settle.ts";

const { open } = segment.transitions;

/** Opens new segments. One that was marked inactive meanwhile stays so, and only leaves `pending`. */
export async function openSegments(sql: Sql, ids: readonly string[]): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      select id from segment where id = any(${[...ids]}::uuid[]) and status = any(${[...open.from]}::text[]) order by id for update`;
    await settle(
      tx,
      { class: segment.class, noun: segment.noun, from: open.from },
      rows.map(({ id }) => ({ id, status: open.to, note: "Segment open." })),
    );
    await tx`delete from pending where class = ${segment.class} and id = any(${[...ids]}::uuid[])`;
    return rows.length;
  });
}
