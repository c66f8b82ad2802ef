import { type Field, formatId, idPrefixOf, type Selection } from "@rewards/domain";
import type { PersonalKeys } from "../personal/personal.keys.ts";
import { type FieldSource, type RecordSource, showField } from "../record-source.ts";
import { viewField } from "./view.field.ts";
import { openValues, sealedOf } from "./view.open.ts";
import { readerOf } from "./view.read.ts";

/** The values of a row as the driver gives them, in the order of the statement's columns. */
export type Values = readonly unknown[];
/** Writes a row as JSON. @throws AppError 503 if a value cannot be decrypted. */
export type Encode = (values: Values, keys: PersonalKeys) => string;
type EncodeValue = (value: unknown, recordId: string) => string;

/** Where the values of a record are in a row. */
export interface Places {
  readonly id: number;
  readonly version: number;
  /** Of the sealed text of the record, if it may have one. */
  readonly sealed: number | undefined;
  /** By the names of fields, and by the selected paths. */
  readonly fields: ReadonlyMap<string, number>;
}

/** The JSON of a member from its name on, up to its value, which is in this place. */
interface Member {
  readonly lead: string;
  readonly place: number;
  readonly encode: EncodeValue;
}

/**
 * Compiles what writes records as JSON: always @class, @version and ID, then the selected fields or all fields, then the
 * selected values of other records and of embedded pages under their paths. Each row then costs the joining of texts.
 */
export function compileEncoder(source: RecordSource, select: Selection | undefined, places: Places): Encode {
  const { class: className, idPrefix } = source.record;
  const head = `{"@class":${JSON.stringify(className)},"@version":`;
  const sealed = sealedOf(source, select);
  const { members, tail } = membersOf(source, select, places);
  return (values, keys) => {
    const opened = sealed ? openValues(keys, sealed, places, values) : values;
    const id = String(values[places.id]);
    let text = `${head}${encodeNumber(values[places.version])},"ID":"${formatId(idPrefix, id)}"`;
    for (const { lead, place, encode } of members) {
      const value = opened[place];
      text += lead + (value === null ? "null" : encode(value, id));
    }
    return text + tail;
  };
}

/** Constants become part of the next member's lead. */
function membersOf(source: RecordSource, select: Selection | undefined, { fields }: Places) {
  const members: Member[] = [];
  let lead = "";
  for (const [name, field] of Object.entries(source.record.fields)) {
    if (field.store === "hidden" || (select && !select.names.has(name))) continue;
    const from = source.fields[name];
    const place = fields.get(name);
    if (from && place !== undefined && field.store !== "constant") {
      members.push({ lead: `${lead},${JSON.stringify(name)}:`, place, encode: encoderOf(field, from) });
      lead = "";
    } else if (field.value !== undefined) lead += `,${JSON.stringify(name)}:${JSON.stringify(field.value)}`;
  }
  for (const field of select?.paths ?? []) {
    const { show } = viewField(source, field);
    const place = fields.get(field.path) as number;
    members.push({
      lead: `${lead},${JSON.stringify(field.path)}:`,
      place,
      encode: (value) => JSON.stringify(show(value)),
    });
    lead = "";
  }
  return { members, tail: `${lead}}` };
}

/** Types whose JSON needs no value in between. */
const encoders: Partial<Record<Field["type"], (field: Field) => EncodeValue>> = {
  text: () => encodeJson,
  boolean: () => String,
  integer: () => encodeNumber,
  amount: () => encodeNumber,
  timestamp: () => encodeInstant,
  pages: () => encodeJson,
  reference: ({ class: className = "" }) => {
    const prefix = idPrefixOf(className) ?? "";
    const head = `{"@class":${JSON.stringify(className)},"ID":"`;
    return (value) => `${head}${formatId(prefix, value as string)}"}`;
  },
};

function encoderOf(field: Field, source: FieldSource): EncodeValue {
  const { show, expression } = source;
  const read = readerOf(expression);
  if (show) return keepLast((value) => JSON.stringify(show(read(value))));
  const encode = encoders[field.type]?.(field);
  return encode ?? ((value, id) => JSON.stringify(showField(field, source, read(value), id)));
}

/** Records that follow each other mostly have the same status and user. */
function keepLast(encode: (value: unknown) => string): EncodeValue {
  let last: unknown;
  let text = "";
  return (value) => {
    if (value !== last) [last, text] = [value, encode(value)];
    return text;
  };
}

const encodeJson = (value: unknown) => JSON.stringify(value);

function encodeNumber(value: unknown): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(number) : "null";
}

const dayLength = "2026-05-04".length;
const secondsLength = "2026-05-04 09:30:00".length;
const zone = "+00";

/** An instant of the form `2026-05-04 09:30:00.12+00`, as Postgres writes it. Any other goes through a Date. */
function encodeInstant(value: unknown): string {
  const text = String(value);
  const end = text.length - zone.length;
  const isPlain = text[dayLength] === " " && text.endsWith(zone) && end <= secondsLength + ".000".length;
  if (!isPlain) return JSON.stringify(new Date(value as string | Date).toISOString());
  const fraction = end === secondsLength ? ".000" : text.slice(secondsLength, end).padEnd(4, "0");
  return `"${text.slice(0, dayLength)}T${text.slice(dayLength + 1, secondsLength)}${fraction}Z"`;
}
