import { isDeepStrictEqual } from "node:util";
import { type RuleField, ruleFields } from "./rule.fields.ts";

/** A rule as JSON has it, which may be incomplete or wrong. */
type WrittenRule = Readonly<Record<string, unknown>>;

const fields = Object.entries(ruleFields);

/** The names of a field's inputs. */
export const inputsOf = {
  one: (place: string) => ({ kind: place, amount: `${place}.amount` }),
  times: (place: string) => ({ from: `${place}.from`, to: `${place}.to` }),
};

/** The rule that the fields of a form make. Wrong values stay as they were typed, for the schema to refuse. */
export function ruleOf(input: URLSearchParams): WrittenRule {
  const rule: Record<string, unknown> = {};
  for (const [place, field] of fields)
    for (const [path, value] of readField(place, field, input)) {
      const [key = "", inner] = path.split(".");
      if (inner === undefined) rule[key] = value;
      else rule[key] = { ...(rule[key] as object | undefined), [inner]: value };
    }
  return rule;
}

type Placed = readonly [place: string, value: unknown];

function readField(place: string, field: RuleField, input: URLSearchParams): Placed[] {
  const typed = (name: string) => (input.get(name) ?? "").trim();
  const value = typed(place);
  if (field.kind === "one") {
    const { kind, amount } = inputsOf.one(place);
    return Object.hasOwn(field.of, typed(kind)) ? [[`${place}.${typed(kind)}`, typed(amount)]] : [];
  }
  if (field.kind === "times") {
    const [from, to] = Object.values(inputsOf.times(place)).map(typed);
    return from === "" && to === "" ? [] : [[place, [from, to]]];
  }
  if (field.kind === "list" || field.kind === "choices") {
    const values = input.getAll(place).flatMap((text) => text.split(/[\r\n]+/).flatMap((line) => line.trim() || []));
    return values.length === 0 ? [] : [[place, values]];
  }
  if (value === "") return [];
  return [[place, field.kind === "integer" && /^\d{1,9}$/.test(value) ? Number(value) : value]];
}

/** Makes the fields of a form show a rule. */
export function fillFields(rule: WrittenRule, input: URLSearchParams): void {
  for (const [place, field] of fields)
    for (const [name, text] of showField(place, field, rule)) input.append(name, String(text));
}

function showField(place: string, field: RuleField, rule: WrittenRule): Placed[] {
  const value = place.split(".").reduce<unknown>((page, key) => (page as WrittenRule | undefined)?.[key], rule);
  if (value === undefined) return [];
  if (field.kind === "one") {
    const { kind, amount } = inputsOf.one(place);
    const given = Object.keys(field.of).find((key) => (value as WrittenRule)[key] !== undefined);
    return given === undefined
      ? []
      : [
          [kind, given],
          [amount, (value as WrittenRule)[given]],
        ];
  }
  const values = Array.isArray(value) ? value : [value];
  if (field.kind === "times")
    return Object.values(inputsOf.times(place)).map((name, index) => [name, values[index] ?? ""]);
  if (field.kind === "list") return [[place, values.join("\n")]];
  return values.map((one) => [place, one]);
}

/** Whether the fields of the form can show all of a rule. */
export function isShownWhole(rule: WrittenRule): boolean {
  const input = new URLSearchParams();
  fillFields(rule, input);
  return isDeepStrictEqual(ruleOf(input), withoutEmpty(rule));
}

/** Lists without an entry say nothing. */
const withoutEmpty = (rule: WrittenRule): WrittenRule =>
  Object.fromEntries(
    Object.entries(rule).filter(([, value]) => typeof value !== "object" || Object.keys(value ?? {}).length > 0),
  );
