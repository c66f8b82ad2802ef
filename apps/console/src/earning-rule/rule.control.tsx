import { type RuleBody, ruleBodySchema, sayRule } from "@rewards/domain";
import { InputError } from "../page/page.error.ts";
import type { Composite } from "../record-action/form.tsx";
import { showPreview } from "./preview.show.tsx";
import { type RuleField, ruleFields } from "./rule.fields.ts";
import { fillFields, isShownWhole, ruleOf } from "./rule.form.ts";
import { RuleInputs } from "./rule.inputs.tsx";

/** How the rule is written: `json`, or by fields. */
const formField = "as";
const jsonField = "json";
const stepField = "step";

const isJson = (input: URLSearchParams) => input.get(formField) === "json";
const pretty = (rule: object) => JSON.stringify(rule, undefined, 2);

/** A rule is edited by fields, which show its JSON, or as JSON. Only one of them is sent, so they cannot contradict. */
export const ruleControl: Composite = {
  fill(value, input) {
    const rule = value as RuleBody | undefined;
    if (rule === undefined || isShownWhole(rule)) fillFields(rule ?? {}, input);
    else writeJson(rule, input);
  },
  show: (input) => <RuleForm input={input} />,
  read: readRule,
  look({ input, viewer, deps }, record) {
    const step = input.get(stepField) ?? "";
    if (Object.hasOwn(steps, step)) return Promise.resolve(steps[step]?.(input));
    if (step !== "preview") return undefined;
    const known = (name: string) => input.get(name)?.trim() ?? "";
    return record().then(({ ProgramBusinessID = known("ProgramBusinessID"), RuleID = known("RuleID") }) =>
      showPreview(viewer, deps, {
        ...{ programme: String(ProgramBusinessID), ruleId: String(RuleID), name: known("Name") },
        rule: readRule(input),
      }),
    );
  },
};

/** Buttons that change how the rule is written. */
const steps: Readonly<Record<string, (input: URLSearchParams) => null>> = {
  json(input) {
    writeJson(ruleOf(input), input);
    return null;
  },
  fields(input) {
    const rule = parseJson(input);
    if (!isObject(rule) || !isShownWhole(rule))
      throw new InputError("The fields cannot show all that this JSON says. Go on with the JSON.");
    for (const name of [formField, jsonField]) input.delete(name);
    fillFields(rule, input);
    return null;
  },
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function writeJson(rule: object, input: URLSearchParams): void {
  input.set(formField, "json");
  input.set(jsonField, pretty(rule));
}

function parseJson(input: URLSearchParams): unknown {
  try {
    return JSON.parse(input.get(jsonField) ?? "");
  } catch {
    throw new InputError("Rule: this is no JSON.");
  }
}

function readRule(input: URLSearchParams): RuleBody {
  const { data, error } = ruleBodySchema.safeParse(isJson(input) ? parseJson(input) : ruleOf(input));
  if (data) return data;
  const faults = error.issues.map(
    ({ path, message }) => `${isJson(input) ? path.join(".") : labelOf(path)}: ${message}.`,
  );
  throw new InputError(faults.slice(0, faultsMax).join(" "));
}

/** A list may have a fault in each entry. */
const faultsMax = 5;

/** That of the field which shows the value at this path. */
function labelOf(path: readonly PropertyKey[]): string {
  const named = path.map((_, index) => path.slice(0, path.length - index).join("."));
  const place = named.find((one) => Object.hasOwn(ruleFields, one));
  return (ruleFields as Readonly<Record<string, RuleField>>)[place ?? ""]?.label ?? (path.join(".") || "Rule");
}

const RuleForm = ({ input }: { readonly input: URLSearchParams }) => (
  <div class="rule">
    <div>{isJson(input) ? <JsonInput input={input} /> : <RuleInputs input={input} />}</div>
    <div class="beside">
      <h2>In words</h2>
      <p>{wordsOf(input)}</p>
      {!isJson(input) && (
        <>
          <h2>As JSON</h2>
          <pre tabindex={0}>{pretty(ruleOf(input))}</pre>
        </>
      )}
      <p class="buttons">
        <button type="submit" class="quiet" name={stepField} value="preview">
          Preview
        </button>
        <button type="submit" class="quiet" name={stepField} value={isJson(input) ? "fields" : "json"} formnovalidate>
          {isJson(input) ? "Edit by fields" : "Edit as JSON"}
        </button>
      </p>
      <p class="note">A preview says what the rule would have given lately, and saves nothing.</p>
    </div>
  </div>
);

const JsonInput = ({ input }: { readonly input: URLSearchParams }) => (
  <div class="field">
    <input type="hidden" name={formField} value="json" />
    <label for={jsonField}>Rule, as JSON</label>
    <textarea id={jsonField} name={jsonField} rows={20} spellcheck={false} required>
      {input.get(jsonField)}
    </textarea>
    <p class="note">The documentation of earning rules has every key. What fields cannot show stays as it is.</p>
  </div>
);

function wordsOf(input: URLSearchParams): string {
  try {
    return `${sayRule(readRule(input))}.`;
  } catch (error) {
    if (error instanceof InputError) return "Preview shows it in words, once the rule is complete.";
    throw error;
  }
}
