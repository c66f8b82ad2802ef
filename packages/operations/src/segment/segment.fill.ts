import {
  type Author,
  columnName,
  loadMembers,
  type PersonalKeys,
  personalFields,
  readPersonal,
  runAction,
  type Sql,
  sealedColumn,
} from "@rewards/db";
import { addSegmentMembers, member, segmentMembersMax } from "@rewards/domain";

/** A run that adds many members to a segment, in slices. One that was stopped can be repeated: it adds the rest. */
export interface FillRun {
  /** The UUID of the segment. */
  readonly segmentId: string;
  readonly author: Author;
  /** Called after each slice with the number of members that are in the segment by now. */
  readonly progress: (members: number) => void;
}

export interface Filled {
  /** The members of the run, who are all in the segment. */
  readonly members: number;
  /** The ExternalIDs that no member has. */
  readonly unknown: readonly string[];
}

/** @throws AppError as AddMembers, if the segment is unknown or inactive, or a member is erased meanwhile. */
export async function importMembers(sql: Sql, externalIds: readonly string[], run: FillRun): Promise<Filled> {
  const keys = [...new Set(externalIds)];
  const unknown: string[] = [];
  let members = 0;
  for (let start = 0; start < keys.length; start += segmentMembersMax) {
    const slice = keys.slice(start, start + segmentMembersMax);
    const known = await loadMembers(sql, slice);
    unknown.push(...slice.filter((key) => !known.has(key)));
    members += await addSlice(sql, [...known.keys()], run);
    run.progress(members);
  }
  return { members, unknown };
}

/**
 * Adds the members who were born in a month of any year.
 * @param month `05`.
 * @throws AppError as `importMembers`, and 503 if personal fields cannot be decrypted.
 */
export async function fillBornIn(sql: Sql, month: string, keys: PersonalKeys, run: FillRun): Promise<Filled> {
  const names = personalFields(member).map(({ name }) => name);
  const columns = ["id", "external_id", sealedColumn, ...names.map(columnName)];
  let members = 0;
  let after: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (after !== undefined) {
    const rows: readonly Record<string, unknown>[] = await sql`
      select ${sql(columns)} from member where id > ${after} order by id limit ${segmentMembersMax}`;
    const born = rows.filter((row) => {
      const stored = Object.fromEntries(names.map((name) => [name, row[columnName(name)]]));
      const { DateOfBirth: date } = readPersonal(keys, member, { ...row, ...stored });
      return typeof date === "string" && date.slice(5, 7) === month;
    });
    members += await addSlice(
      sql,
      born.map((row) => String(row["external_id"])),
      run,
    );
    run.progress(members);
    after = rows.length < segmentMembersMax ? undefined : String(rows.at(-1)?.["id"]);
  }
  return { members, unknown: [] };
}

async function addSlice(sql: Sql, keys: readonly string[], { segmentId: id, author }: FillRun): Promise<number> {
  if (keys.length === 0) return 0;
  const { actor: user, ...source } = author;
  await runAction(sql, addSegmentMembers, { id, content: { MemberExternalIDs: keys }, user, source });
  return keys.length;
}
