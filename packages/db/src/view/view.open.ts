import type { Selection } from "@rewards/domain";
import type { PersonalKeys } from "../personal/personal.keys.ts";
import { openPersonal } from "../personal/personal.seal.ts";
import type { RecordSource } from "../record-source.ts";
import { viewField } from "./view.field.ts";

/** The values of a row that may be encrypted, by the names of fields and paths. */
export interface Sealed {
  readonly class: string;
  /** Of the records themselves: the personal field in the sealed text. */
  readonly own: ReadonlyMap<string, string>;
  /** Of other records: their class and field. */
  readonly behind: ReadonlyMap<string, { readonly class: string; readonly field: string }>;
}

/** The personal fields that a selection reads; undefined if it reads none. */
export function sealedOf(source: RecordSource, select: Selection | undefined): Sealed | undefined {
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

/** Where a row has its ID, its sealed text if it may have one, and its fields and paths. */
interface SealedPlaces {
  readonly id: number;
  readonly sealed: number | undefined;
  readonly fields: ReadonlyMap<string, number>;
}

/**
 * The values of a row, with what is encrypted in clear.
 * @throws AppError 503 if a value cannot be decrypted.
 */
export function openValues(
  keys: PersonalKeys,
  { class: className, own, behind }: Sealed,
  { id, sealed: place, fields }: SealedPlaces,
  values: readonly unknown[],
): readonly unknown[] {
  const sealed = place === undefined ? undefined : values[place];
  if (typeof sealed !== "string" && behind.size === 0) return values;
  const opened = [...values];
  if (typeof sealed === "string") {
    const inClear = openPersonal(keys, { class: className, id: String(values[id]), sealed });
    for (const [name, field] of own) if (field in inClear) opened[fields.get(name) as number] = inClear[field];
  }
  for (const [path, { class: of, field }] of behind) {
    const at = fields.get(path) as number;
    opened[at] = openBehind(keys, of, field, values[at]);
  }
  return opened;
}

/** `p` and a value in clear, or `s`, an ID, a space and a sealed text, as `view.field.ts` composes it. */
function openBehind(keys: PersonalKeys, className: string, field: string, value: unknown): unknown {
  if (typeof value !== "string") return null;
  if (value.startsWith("p")) return value.slice(1);
  const end = value.indexOf(" ");
  const text = { class: className, id: value.slice(1, end), sealed: value.slice(end + 1) };
  return openPersonal(keys, text)[field] ?? null;
}
