import type { Selection } from "@rewards/domain";
import type { PersonalKeys } from "../personal/personal.keys.ts";
import { openPersonal } from "../personal/personal.seal.ts";
import type { Expression, RecordSource } from "../record-source.ts";
import { viewField } from "./view.field.ts";
import { idAlias } from "./view.source.ts";

/** The column of a row that holds the sealed text of the record. */
const sealedAlias = "@sealed";

/** The columns of a statement whose values may be encrypted. */
export interface SealedColumns {
  readonly class: string;
  /** Of the records themselves: by column, the personal field in the sealed text. */
  readonly own: ReadonlyMap<string, string>;
  /** Of other records: their class and field. */
  readonly behind: ReadonlyMap<string, { readonly class: string; readonly field: string }>;
}

type Row = Record<string, unknown>;

/** The columns of personal fields that a selection reads; undefined if it reads no personal field. */
export function sealedColumnsOf(source: RecordSource, select: Selection | undefined): SealedColumns | undefined {
  const own = Object.entries(source.fields).flatMap(([name, { sealedAs }]) =>
    sealedAs && (!select || select.names.has(name)) ? [[name, sealedAs] as const] : [],
  );
  const behind = (select?.paths ?? []).flatMap((field) => {
    const { sealed } = viewField(source, field);
    return sealed ? [[field.path, sealed] as const] : [];
  });
  if (own.length === 0 && behind.length === 0) return undefined;
  return { class: source.record.class, own: new Map(own), behind: new Map(behind) };
}

/** The part of a statement's own sealed columns that a call asks for. */
export function narrowSealed(
  sealed: SealedColumns | undefined,
  names: ReadonlySet<string> | undefined,
): SealedColumns | undefined {
  if (!sealed || !names) return sealed;
  const own = new Map([...sealed.own].filter(([name]) => names.has(name)));
  return own.size === 0 ? undefined : { ...sealed, own };
}

/** The columns that a statement reads in addition, to decrypt others. */
export function sealingColumns(source: RecordSource, sealed: SealedColumns | undefined): Record<string, Expression> {
  return sealed && sealed.own.size > 0 && source.sealed ? { [sealedAlias]: source.sealed.column } : {};
}

/**
 * Replaces what is encrypted in a row by its values.
 * @throws AppError 503 if a value cannot be decrypted.
 */
export function openRow(keys: PersonalKeys, { class: className, own, behind }: SealedColumns, row: Row): Row {
  const sealed = row[sealedAlias];
  if (typeof sealed === "string") {
    const values = openPersonal(keys, { class: className, id: String(row[idAlias]), sealed });
    for (const [column, field] of own) if (field in values) row[column] = values[field];
  }
  for (const [column, { class: of, field }] of behind) row[column] = openBehind(keys, of, field, row[column]);
  return row;
}

/** `p` and a value in clear, or `s`, an ID, a space and a sealed text, as `view.field.ts` composes it. */
function openBehind(keys: PersonalKeys, className: string, field: string, value: unknown): unknown {
  if (typeof value !== "string") return null;
  if (value.startsWith("p")) return value.slice(1);
  const end = value.indexOf(" ");
  const text = { class: className, id: value.slice(1, end), sealed: value.slice(end + 1) };
  return openPersonal(keys, text)[field] ?? null;
}
