import {
  type ActionDefinition,
  AppError,
  crossStoreRefused,
  groupBy,
  hidesRecords,
  limitsRecords,
  memberUnknown,
  type ObjectDefinition,
  refuseContent,
  refuseRecord,
  type SaleItem,
  type Scope,
  salesUnknown,
  scopeFields,
} from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { memberByKey } from "../member.key.ts";
import type { ActionCall, NewRecord } from "../object/object.types.ts";
import { loadMembers, saleOpenStatuses } from "../sale/sale.load.ts";
import { arrayLiteral } from "../statement.ts";
import { withinScope } from "./scope.statement.ts";

const none: ReadonlyMap<string, AppError> = new Map();

/**
 * Refuses new records that exceed the scope of their callers, or name a programme, store, member or original sale outside
 * it, by record ID. It reads the members and originals of the whole group at once, and only for callers who are limited to
 * programmes. That is before the insert's transaction: members and sales are never deleted, and keep their programme.
 */
export async function refuseOutside(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<string, AppError>> {
  const limited = records.filter(({ scope }) => scope && limitsRecords(scope));
  if (limited.length === 0) return none;
  const refused = new Map<string, AppError>();
  const buying: NewRecord[] = [];
  for (const record of limited) {
    const refusal = refuseRecord(record.scope ?? {}, definition, record.content);
    if (refusal) refused.set(record.id, refusal);
    else if (record.scope?.programmes && scopeFields.member in definition.fields) buying.push(record);
  }
  for (const { id } of await readForeign(sql, buying)) refused.set(id, memberUnknown());
  if (!definition.crossStoreRight) return refused;
  const isReturning = ({ scope = {} }: NewRecord) => scope.programmes || (scope.stores && !scope.crossStoreReturns);
  const returning = limited.filter(
    (record) => isReturning(record) && !refused.has(record.id) && originalsOf(record).length > 0,
  );
  for (const [id, refusal] of await refuseReturns(sql, definition, returning)) refused.set(id, refusal);
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

/**
 * Refuses members of limited callers for whose key sales wait that do not exist for these callers: the registration would
 * give the points of these sales to a member of the caller's choice. It says no more than that the key is taken. Runs after
 * the locks of the keys. A sale belongs to no programme until its member is registered.
 */
export const refuseAwaited = (tx: Tx, records: readonly NewRecord[]) =>
  refuseAwaitedKeys(
    tx,
    records.map(({ id, scope, content }) => ({ id, scope, key: String(content["ExternalID"]) })),
    ".ExternalID",
  );

/** As `refuseAwaited`, for any key that a member gets. */
export async function refuseAwaitedKeys(
  tx: Tx,
  given: readonly { readonly id: string; readonly scope?: Scope | undefined; readonly key: string }[],
  identifier: string,
): Promise<ReadonlyMap<string, AppError>> {
  const limited = given.filter(({ scope }) => scope && hidesRecords(scope));
  if (limited.length === 0) return none;
  const rows = await tx<{ key: string; store: string }[]>`
    select distinct member_external_id as key, store_code as store from sale
    where member_external_id = any(${limited.map(({ key }) => key)}::text[]) and status = any(${[...saleOpenStatuses]}::text[])`;
  const isForeign = ({ programmes, stores }: Scope, store: string) =>
    programmes !== undefined || !stores?.includes(store);
  const refused = limited.filter(({ key, scope = {} }) =>
    rows.some((row) => row.key === key && isForeign(scope, row.store)),
  );
  const code = "Error_Key_Taken";
  return new Map(refused.map(({ id }) => [id, new AppError(code, [{ code, identifier }])]));
}

/** The lines of a sale that name the sale whose goods come back. */
function originalsOf({ content }: NewRecord): { readonly line: number; readonly key: string }[] {
  const items = (content["SaleItems"] ?? []) as readonly SaleItem[];
  return items.flatMap(({ OriginalSaleExternalID: key }, line) => (key === undefined ? [] : [{ line, key }]));
}

/**
 * Refuses returns of sales that do not exist for their callers: such a return would take points from a member of another
 * programme, or show what another store sold. A sale belongs to no programme until its member is registered.
 */
async function refuseReturns(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<string, AppError>> {
  if (records.length === 0) return none;
  const sold = await ownersOfSales(
    sql,
    records.flatMap(originalsOf).map(({ key }) => key),
  );
  return new Map(
    records.flatMap((record) => {
      const lines = originalsOf(record);
      const [foreign, elsewhere] = outsideOf(record.scope ?? {}, sold, lines);
      if (foreign.length > 0) return [[record.id, salesUnknown(foreign)] as const];
      return elsewhere.length > 0 ? [[record.id, crossStoreRefused(definition, elsewhere)] as const] : [];
    }),
  );
}

/** To what a sale belongs: its store, and the programme of its member; null until the member is registered. */
interface SaleOwners {
  readonly store: string;
  readonly programme: string | null;
}

/** The lines that name sales outside the caller's programmes, and those that name sales outside its stores. */
export function outsideOf(
  { programmes, stores, crossStoreReturns }: Scope,
  sold: ReadonlyMap<string, SaleOwners>,
  lines: readonly { readonly line: number; readonly key: string }[],
): [foreign: number[], elsewhere: number[]] {
  const named = (isWithin: (owners: SaleOwners | undefined) => boolean) =>
    lines.filter(({ key }) => !isWithin(sold.get(key))).map(({ line }) => line);
  return [
    programmes ? named((owners) => programmes.includes(owners?.programme ?? "")) : [],
    stores && !crossStoreReturns ? named((owners) => stores.includes(owners?.store ?? "")) : [],
  ];
}

/** By ExternalID. */
export async function ownersOfSales(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, SaleOwners>> {
  const rows = await sql<(SaleOwners & { readonly key: string })[]>`
    select s.external_id as key, s.store_code as store, m.program_business_id as programme
    from sale s left join ${sql.unsafe(memberByKey("s.member_external_id", "past"))} m on true
    where s.external_id = any(${[...new Set(keys)]}::text[])`;
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * Refuses calls of an action on objects that do not exist for their callers, or whose content exceeds the callers' scope,
 * with 403, 404 or 422. Runs before earlier answers are repeated. It reads the objects of each caller at once.
 * @returns the refusals by the IDs of the objects.
 */
export async function refuseActions(
  tx: Tx,
  action: ActionDefinition,
  calls: readonly ActionCall[],
): Promise<ReadonlyMap<string, AppError>> {
  const limited = calls.flatMap(({ scope, ...call }) => (scope ? [{ ...call, scope }] : []));
  if (limited.length === 0) return none;
  const callers = [...groupBy(limited, ({ scope }) => JSON.stringify(scope)).values()];
  const found = new Set((await Promise.all(callers.map((group) => findOwn(tx, action.target, group)))).flat());
  return new Map(
    limited.flatMap(({ id, content, scope }) => {
      const isUnknown = hidesRecords(scope) && !found.has(id);
      const refusal = isUnknown ? new AppError("Error_Object_Unknown") : refuseContent(scope, action, content);
      return refusal ? [[id, refusal] as const] : [];
    }),
  );
}

/** The IDs of those objects that exist for their caller. */
async function findOwn(
  tx: Tx,
  { noun }: ObjectDefinition,
  [first, ...others]: readonly [Limited, ...Limited[]],
): Promise<string[]> {
  if (!hidesRecords(first.scope)) return [];
  const ids = arrayLiteral([first, ...others].map(({ id }) => id));
  const find = { text: `select id from "${noun}" where id = any($1::uuid[])`, parameters: [ids] };
  const { text, parameters } = withinScope(find, first.scope);
  const rows = await tx.unsafe<{ id: string }[]>(text, parameters as string[]);
  return rows.map(({ id }) => id);
}

interface Limited {
  readonly id: string;
  readonly scope: Scope;
}
