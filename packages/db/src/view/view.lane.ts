import { type Condition, type DataViewDefinition, definedFieldAt, type Selection } from "@rewards/domain";
import { Column, is, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Sql } from "../client.ts";
import type { PersonalKeys } from "../personal/personal.keys.ts";
import type { RecordSource } from "../record-source.ts";
import { arrayLiteral, keep } from "../statement.ts";
import type { Encode } from "./view.encode.ts";
import { referenceStep } from "./view.field.ts";
import { type LargeCalls, rememberLarge } from "./view.large.ts";
import { planFind, planRecords } from "./view.plan.ts";
import { shapeOf } from "./view.query.ts";
import type { ReadStatement } from "./view.read.ts";
import { sourceOf } from "./view.source.ts";
import { rowsOf } from "./view.where.ts";

/** What answers many calls that differ only in their parameters, with one prepared statement. */
export interface Lane {
  readonly text: string;
  /** The names of the parameters, in the order of the statement. */
  readonly parameters: readonly string[];
  /** The calls of its view that did not fit into a batch. */
  readonly large: LargeCalls;
  /** Writes a row as JSON: a record, or a number of records. */
  readonly encode: Encode;
}

/** The lanes of a process, of views for which `isKeyed`. Calls with the same lane can be answered together. */
export interface Lanes {
  /** The records of a view. The selection has no paths. */
  readonly ofRecords: (view: DataViewDefinition, select: Selection | undefined) => Lane;
  /** The number of a view's records. */
  readonly ofCount: (view: DataViewDefinition) => Lane;
  /** One object, by the parameter `id`. */
  readonly ofObject: (className: string) => Lane;
}

/** A call with more records is answered alone. */
const rowsMax = 100;
/** Characters of JSON of one call, and of a batch; calls with more are answered alone. */
const callCharsMax = 65_536;
const batchCharsMax = 4_194_304;
/** Callers can select any of thousands of sets of fields. */
const lanesMax = 500;
/** A prepared statement stays in the memory of each session. Further sets of fields share the statement of all fields. */
const narrowStatementsMax = 100;

export function createLanes(): Lanes {
  const narrow = new Set<string>();
  const wholeOf = keep((view: DataViewDefinition) => planLane(view, undefined));
  const hasStatement = (shape: string) => {
    if (narrow.size < narrowStatementsMax) narrow.add(shape);
    return narrow.has(shape);
  };
  const lanes = new LRUCache<string, Lane>({ max: lanesMax });
  return {
    ofRecords(view, select) {
      const shape = `${view.name} ${shapeOf(select)}`;
      const known = lanes.get(shape);
      if (known) return known;
      const isOwn = select !== undefined && hasStatement(shape);
      const whole = wholeOf(view);
      const { lane, encoderOf } = isOwn ? planLane(view, select) : whole;
      const made = { ...lane, encode: encoderOf(select), large: whole.lane.large };
      lanes.set(shape, made);
      return made;
    },
    ofCount: keep(planCount),
    ofObject: keep(planObject),
  };
}

const isKey = (condition: Condition): condition is Extract<Condition, { parameter: string }> =>
  "parameter" in condition && condition.comparator === "EQ";

/** Whether a call asks for the few records that have a key. */
export const isKeyed = ({ where, computes }: DataViewDefinition): boolean => !computes && where.some(isKey);

const parameterSql = (index: number) => sql.raw(`asked.p${index}`);

function partsOf(view: DataViewDefinition) {
  const names = [...new Set(view.where.flatMap((one) => ("parameter" in one ? [one.parameter] : [])))];
  const rows = rowsOf(view, (name) => parameterSql(names.indexOf(name)));
  const source = sourceOf(view.record.class);
  const types = names.map((name) => {
    const { field = "" } = view.where.find((one) => "parameter" in one && one.parameter === name) ?? {};
    return typeOf(source, definedFieldAt(source.record, field).steps);
  });
  const plan = (select: Selection | undefined) => planRecords(view, rows, { select, sortBy: [] });
  const large = rememberLarge(view.where.flatMap((one) => (isKey(one) ? [one.parameter] : [])));
  return { of: { parameters: names, large }, types, plan };
}

function planLane(view: DataViewDefinition, select: Selection | undefined) {
  const { of, types, plan } = partsOf(view);
  const { read, encoderOf } = plan(select);
  const statement = read({ after: undefined, limit: rowsMax + 1, offset: 0 });
  return { lane: { text: laneText(statement, types), ...of }, encoderOf };
}

function planCount(view: DataViewDefinition): Lane {
  const { of, types, plan } = partsOf(view);
  return { text: laneText(plan(undefined).count(), types), ...of, encode: ([count]) => String(count) };
}

function planObject(className: string): Lane {
  const { statement, encode } = planFind(className, parameterSql(0));
  return { text: laneText(statement, ["uuid"]), parameters: ["id"], large: rememberLarge(["id"]), encode };
}

/** The type of the column that a parameter is compared with. */
function typeOf(source: RecordSource, steps: readonly string[]): string {
  const step = referenceStep(source, steps);
  if (step) return typeOf(step.target, step.rest);
  const expression = steps[0] === "ID" ? source.id : source.fields[steps[0] ?? ""]?.expression;
  const type = is(expression, Column) ? expression.getSQLType() : "text";
  return type.startsWith("timestamp") ? "timestamptz" : type;
}

/**
 * A statement that runs another one for each call. The bound inside keeps Postgres from planning the other statement as a
 * join: it stays the same scan by the same index. Columns of the order are left out, and each row has its call's number.
 */
function laneText({ text, parameters, columns }: ReadStatement, types: readonly string[]): string {
  // The only parameters are bounds of the definition's own statements.
  const inner = text.replace(/\$(\d+)/g, (_, place: string) => String(Number(parameters[Number(place) - 1])));
  const shown = columns.filter((name) => !name.startsWith("#")).map((name) => `r."${name}"`);
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
  const names = types.map((_, index) => `p${index}`).join(", ");
  return `select ${shown.join(", ")}, asked.call::integer
from unnest(${arrays}) with ordinality asked(${names}, call), lateral (${inner}) r`;
}

/**
 * Reads the records of many calls with one statement.
 * @param asked the parameters of each call.
 * @returns the records of each call as JSON; undefined for a call that must be answered alone, because it has too many
 * records or one that cannot be shown, or because the batch was full before it. A call that did not fit is not read
 * again for some time: the others would wait for it.
 * @throws an error of Postgres: no call of the batch has an answer then.
 */
export async function readLane(
  { sql: client, keys }: { readonly sql: Sql; readonly keys: PersonalKeys },
  { text, parameters, encode, large }: Lane,
  asked: readonly Readonly<Record<string, unknown>>[],
): Promise<(readonly string[] | undefined)[]> {
  const answers = asked.map((one) => new LaneAnswer(one));
  const read = answers.filter((one) => !large.has(one.asked));
  if (read.length === 0) return asked.map(() => undefined);
  const values = parameters.map((name) => arrayLiteral(read.map((one) => one.asked[name])));
  const query = client.unsafe(text, values as never[], { prepare: true }).values();
  let chars = 0;
  let cutAt = Number.POSITIVE_INFINITY;
  const take = (row: readonly unknown[]) => {
    const call = Number(row[row.length - 1]) - 1;
    const answer = read[call] as LaneAnswer;
    if (call >= cutAt) return;
    chars += answer.take(() => encode(row, keys));
    if (answer.isLarge) large.add(answer.asked);
    if (chars <= batchCharsMax) return;
    cutAt = call;
    query.cancel();
  };
  await query.forEach(take as never).catch((error: unknown) => {
    if (cutAt === Number.POSITIVE_INFINITY) throw error;
  });
  const answered = new Set(read.slice(0, cutAt));
  return answers.map((one) => (answered.has(one) ? one.records : undefined));
}

/** The records of one call while they arrive. */
class LaneAnswer {
  /** Undefined once they are too large, or one cannot be shown. */
  records: string[] | undefined = [];
  isLarge = false;
  private chars = 0;
  readonly asked: Readonly<Record<string, unknown>>;

  constructor(asked: LaneAnswer["asked"]) {
    this.asked = asked;
  }

  /** @returns the characters of the record; 0 if it is not needed any more. */
  take(encode: () => string): number {
    if (!this.records) return 0;
    try {
      const json = encode();
      this.chars += json.length;
      this.isLarge = this.records.length === rowsMax || this.chars > callCharsMax;
      if (this.isLarge) this.records = undefined;
      else this.records.push(json);
      return json.length;
    } catch {
      this.records = undefined;
      return 0;
    }
  }
}
