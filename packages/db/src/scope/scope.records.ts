import {
  type ActionDefinition,
  AppError,
  hidesRecords,
  memberUnknown,
  type ObjectDefinition,
  refuseContent,
  refuseNamed,
  type SaleItem,
  salesUnknown,
  scopeFields,
} from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import type { ActionCall, NewRecord } from "../object/object.types.ts";
import { loadMembers } from "../sale/sale.load.ts";
import { withinScope } from "./scope.statement.ts";

const none: ReadonlyMap<string, AppError> = new Map();

/**
 * Refuses new records that name a programme, store, member or original sale outside the scope of their callers, by
 * record ID. It reads the members and originals of the whole group at once, and only for callers who are limited to
 * programmes. That is before the insert's transaction: members and sales are never deleted, and keep their programme.
 */
export async function refuseOutside(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<string, AppError>> {
  const limited = records.filter(({ scope }) => scope && hidesRecords(scope));
  if (limited.length === 0) return none;
  const refused = new Map<string, AppError>();
  const buying: NewRecord[] = [];
  for (const record of limited) {
    const refusal = refuseNamed(record.scope ?? {}, record.content);
    if (refusal) refused.set(record.id, refusal);
    else if (record.scope?.programmes && scopeFields.member in definition.fields) buying.push(record);
  }
  for (const { id } of await readForeign(sql, buying)) refused.set(id, memberUnknown());
  const returning = buying.filter((record) => !refused.has(record.id) && originalsOf(record).length > 0);
  for (const [id, refusal] of await refuseReturns(sql, returning)) refused.set(id, refusal);
  return refused;
}

/** The records whose member is not registered, or is of another programme than their callers'. */
async function readForeign(sql: Sql, records: readonly NewRecord[]): Promise<readonly NewRecord[]> {
  if (records.length === 0) return [];
  const memberOf = ({ content }: NewRecord) => String(content[scopeFields.member]);
  const members = await loadMembers(sql, records.map(memberOf));
  return records.filter((record) => {
    const programme = members.get(memberOf(record))?.programBusinessId;
    return programme === undefined || !record.scope?.programmes?.includes(programme);
  });
}

/** The lines of a sale that name the sale whose goods come back. */
function originalsOf({ content }: NewRecord): { readonly line: number; readonly key: string }[] {
  const items = (content["SaleItems"] ?? []) as readonly SaleItem[];
  return items.flatMap(({ OriginalSaleExternalID: key }, line) => (key === undefined ? [] : [{ line, key }]));
}

/**
 * Refuses returns of sales that do not exist for their callers: such a return would take points from a member of another
 * programme. A sale belongs to no programme until its member is registered.
 */
async function refuseReturns(sql: Sql, records: readonly NewRecord[]): Promise<ReadonlyMap<string, AppError>> {
  if (records.length === 0) return none;
  const keys = new Set(records.flatMap(originalsOf).map(({ key }) => key));
  const programmes = await programmesOfSales(sql, [...keys]);
  return new Map(
    records.flatMap((record) => {
      const isWithin = (programme = "") => record.scope?.programmes?.includes(programme);
      const outside = originalsOf(record).filter(({ key }) => !isWithin(programmes.get(key)));
      return outside.length > 0 ? [[record.id, salesUnknown(outside.map(({ line }) => line))] as const] : [];
    }),
  );
}

/** By ExternalID, the BusinessIDs of the programmes that sales belong to: those of registered members. */
export async function programmesOfSales(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ key: string; programme: string }[]>`
    select s.external_id as key, m.program_business_id as programme
    from sale s join member m on m.external_id = s.member_external_id where s.external_id = any(${[...keys]}::text[])`;
  return new Map(rows.map((row) => [row.key, row.programme]));
}

/**
 * Refuses an action on an object that does not exist for its caller, or whose content exceeds the caller's scope. Runs
 * before an earlier answer is repeated.
 * @throws AppError 403, 404 or 422.
 */
export async function refuseAction(
  tx: Tx,
  action: ActionDefinition,
  { id, content, scope }: ActionCall,
): Promise<void> {
  if (!scope) return;
  if (hidesRecords(scope)) {
    const find = { text: `select id from "${action.target.noun}" where id = $1`, parameters: [id] };
    const { text, parameters } = withinScope(find, scope);
    const [found] = await tx.unsafe(text, parameters as string[]);
    if (!found) throw new AppError("Error_Object_Unknown");
  }
  const refusal = refuseContent(scope, action, content);
  if (refusal) throw refusal;
}
