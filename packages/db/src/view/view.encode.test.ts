import {
  dataViews,
  formatId,
  objectOfClass,
  type QueryField,
  queryFieldsOf,
  type RecordDefinition,
  type Selection,
} from "@rewards/domain";
import fc, { type GeneratorValue } from "fast-check";
import { expect, test } from "vitest";
import { createPersonalKeys } from "../personal/personal.keys.ts";
import { sealNewRecord } from "../personal/personal.seal.ts";
import { type RecordSource, showField } from "../record-source.ts";
import { columnsOf } from "./view.columns.ts";
import { compileEncoder, type Places, type Values } from "./view.encode.ts";
import { viewField } from "./view.field.ts";
import { openValues, sealedOf } from "./view.open.ts";
import { readerOf } from "./view.read.ts";
import { sourceOf } from "./view.source.ts";

const bytes = Buffer.from("0123456789abcdef0123456789abcdef");
const keys = createPersonalKeys({ sealing: "k", keys: [{ id: "k", bytes }] });

const text = fc.string({ unit: "binary", maxLength: 20 });
const digits = (max: number) => fc.integer({ min: 0, max }).map(String);
/** As Postgres writes it. Sessions use UTC, and columns have milliseconds. */
const instant = fc
  .tuple(
    fc.date({ min: new Date("0100-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
    fc.constantFrom("", "", "456"),
    fc.constantFrom("+00", "+00", "+02", "+05:30"),
  )
  .map(
    ([at, micros, zone]) => `${at.toISOString().replace("T", " ").slice(0, -1)}${micros}`.replace(/\.?0+$/, "") + zone,
  );
const amount = fc
  .tuple(fc.constantFrom("", "-"), digits(999_999_999), digits(9_999))
  .map(([sign, whole, part]) => `${sign}${whole}.${part.padStart(4, "0")}`);

/** Values as the driver gives them, by the type of the field. */
const drawn: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text,
  boolean: fc.boolean(),
  integer: fc.oneof(fc.integer(), digits(Number.MAX_SAFE_INTEGER)),
  amount,
  timestamp: instant,
  date: fc.constantFrom("2004-02-29", "0001-01-01", "1980-12-31"),
  page: fc.dictionary(fc.string(), fc.jsonValue()),
  pages: fc.array(fc.jsonValue({ maxDepth: 2 })),
  reference: fc.uuid(),
  references: fc.array(fc.uuid()),
  json: fc.json(),
  composed: fc.json(),
};
/** Of a reference whose class is in the value. */
const composedReference = fc.uuid().map((id) => `Member ${id}`);

function sealedText(g: GeneratorValue, className: string, id: string): string {
  const definition = objectOfClass(className);
  if (!definition) throw new Error(`no object of class ${className}`);
  const content = { FullName: g(() => text), EmailAddress: g(() => text), MobileNumber: "", DateOfBirth: "1980-12-31" };
  return String(sealNewRecord(definition, keys, { id, content, user: "api" }).sealed?.columns["personal_sealed"]);
}

/** A row of a statement: any value may be null, and personal ones may be encrypted. */
function drawRow(g: GeneratorValue, source: RecordSource, select: Selection | undefined, places: Places): Values {
  const values: unknown[] = [];
  for (const [name, place] of places.fields) {
    const field = source.record.fields[name];
    const isComposed = field?.type === "reference" && source.fields[name]?.show;
    const value = isComposed ? composedReference : drawn[field?.type ?? ""];
    values[place] = field && value && g(fc.nat, 4) > 0 ? g(() => value) : null;
  }
  for (const path of select?.paths ?? []) {
    const { sealed } = viewField(source, path);
    const owner = g(fc.uuid);
    const clear = g(() => drawn[path.type] ?? text);
    const secret = sealed && g(fc.boolean) ? `s${owner} ${sealedText(g, sealed.class, owner)}` : `p${clear}`;
    values[places.fields.get(path.path) as number] = g(fc.nat, 4) === 0 ? null : sealed ? secret : clear;
  }
  values[places.id] = g(fc.uuid);
  values[places.version] = g(() => digits(2_000_000_000));
  if (places.sealed !== undefined)
    values[places.sealed] = g(fc.boolean) ? sealedText(g, source.record.class, String(values[places.id])) : null;
  return values;
}

/** The same record, value by value. */
function show(source: RecordSource, select: Selection | undefined, places: Places, row: Values) {
  const { class: className, idPrefix, fields } = source.record;
  const sealed = sealedOf(source, select);
  const values = sealed ? openValues(keys, sealed, places, row) : row;
  const id = String(values[places.id]);
  const shown: Record<string, unknown> = {
    "@class": className,
    "@version": Number(values[places.version]),
    ID: formatId(idPrefix, id),
  };
  for (const [name, field] of Object.entries(fields)) {
    const from = source.fields[name];
    if (field.store === "hidden" || (select && !select.names.has(name))) continue;
    const value = values[places.fields.get(name) ?? -1] ?? null;
    shown[name] =
      field.store === "constant" || !from
        ? field.value
        : showField(field, from, value === null ? null : readerOf(from.expression)(value), id);
  }
  for (const path of select?.paths ?? [])
    shown[path.path] = viewField(source, path).show(values[places.fields.get(path.path) as number]);
  return shown;
}

function drawSelection(g: GeneratorValue, record: RecordDefinition): Selection | undefined {
  if (g(fc.nat, 3) === 0) return undefined;
  const names = Object.entries(record.fields).flatMap(([name, { store }]) =>
    store !== "hidden" && g(fc.boolean) ? [name] : [],
  );
  const behind = queryFieldsOf(record).filter(({ steps }) => steps.length > 1);
  const paths: QueryField[] = behind.filter(() => g(fc.nat, 9) === 0);
  return { names: new Set(names), paths };
}

const readRecords = [...new Set(dataViews.filter(({ computes }) => !computes).map(({ record }) => record.class))];

test.each(readRecords)("%s: the text of a row is that of its values, whichever are selected", (className) => {
  const source = sourceOf(className);
  const check = (g: GeneratorValue) => {
    const select = drawSelection(g, source.record);
    // As for a view's own records, whose one statement reads all fields, and for a query, which reads what it selects.
    const isWhole = select?.paths.length === 0 && g(fc.boolean);
    const { places } = columnsOf(source, isWhole ? undefined : select);
    const encode = compileEncoder(source, select, places);
    for (const row of [0, 1, 2].map(() => drawRow(g, source, isWhole ? undefined : select, places)))
      expect(encode(row, keys)).toBe(JSON.stringify(show(source, select, places, row)));
  };
  fc.assert(fc.property(fc.gen(), check), { numRuns: 20, endOnFailure: true });
});
