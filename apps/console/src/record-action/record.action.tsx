import { type AuditEntry, writeAudit } from "@rewards/db";
import {
  type ActionDefinition,
  type AdjustmentContent,
  actionRight,
  actions,
  contentFields,
  isGranted,
  moveFrom,
  parseId,
  readRight,
  recordOf,
  showActionFields,
} from "@rewards/domain";
import { type Action, type ActionCall, ActionLink, formIdField } from "../action/action.tsx";
import { askConsent } from "../adjustments/adjustments.ask.ts";
import type { Viewer } from "../context.ts";
import { ConsentError, InputError } from "../page/page.error.ts";
import { folderOf, nameOf, unknownRecord } from "../record/record.facts.tsx";
import { contentOf } from "./form.read.ts";
import { FormFields, labelOf, lookAgain, shownIn } from "./form.tsx";
import { formFieldsOf } from "./record.fields.ts";
import { type ActionWords, wordsOfActions } from "./words.ts";

const idField = "ID";
const versionField = "version";

const wordsOf = ({ name, target }: ActionDefinition): ActionWords =>
  wordsOfActions[`${target.noun}.${name}`] ?? { title: labelOf(name) };

const pathOf = ({ name, target }: ActionDefinition) =>
  `${folderOf(target)}/${name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`;

/** An action of the API on a record, as a form: the API does it, with the rights of the user. */
function recordActionOf(definition: ActionDefinition): Action {
  const { name, target, content } = definition;
  const words = wordsOf(definition);
  const fieldsFor = ({ input, viewer, deps }: ActionCall) =>
    formFieldsOf(content ? contentFields(content, target) : [], viewer, deps, idIn(definition, input).uuid);
  const action: Action = {
    path: pathOf(definition),
    right: actionRight(definition),
    async ask(call) {
      const { input } = call;
      const found = await readTarget(definition, call);
      const fields = await fieldsFor(call);
      const stored = new Map(showActionFields(definition, found).map(({ name: field, value }) => [field, value]));
      if (definition.set && !input.has(versionField)) input.set(versionField, String(found["@version"] ?? ""));
      const isAgain = input.has(formIdField);
      if (!isAgain) for (const { name: field, composite } of fields) composite?.fill(stored.get(field), input);
      return {
        title: `${words.title}: ${labelOfRecord(definition, found)}?`,
        body: (
          <>
            {words.text !== undefined && <p>{words.text}</p>}
            <FormFields
              fields={fields}
              shown={(field) => (isAgain ? (input.get(field.name) ?? "") : shownIn(field, stored.get(field.name)))}
              input={input}
            />
          </>
        ),
        kept: [idField, ...(definition.set ? [versionField] : [])],
        button: words.title,
        back: `${folderOf(target)}/${input.get(idField)}`,
      };
    },
    async perform(call) {
      const { input, viewer, author, deps } = call;
      const { id, uuid } = idIn(definition, input);
      const fields = await fieldsFor(call);
      const again = await lookAgain(action, call, fields, () => readTarget(definition, call));
      if (again) return again;
      const sent = contentOf(fields, input, definition.set !== undefined);
      const path = `/objects/${id}/actions/${name}`;
      const to = `${folderOf(target)}/${id}`;
      try {
        const sending = { path, content: sent, version: versionIn(input), key: keyOf(input) };
        await deps.api.send(viewer, { method: "PATCH", ...sending });
      } catch (error) {
        // Only adjustments need one.
        if (!(error instanceof ConsentError)) throw error;
        return { to, notice: await askConsent(call, uuid, sent as unknown as AdjustmentContent) };
      }
      const record = { class: target.class, id: uuid };
      if (!definition.isAudited) await note(deps, { author, operation: actionRight(definition), record });
      return { to, notice: definition.answer.note };
    },
  };
  return action;
}

function versionIn(input: URLSearchParams): string | undefined {
  const version = input.get(versionField) ?? "";
  if (version !== "" && !/^[1-9]\d{0,9}$/.test(version)) throw new InputError("Open the form again.");
  return version || undefined;
}

/** The Idempotency-Key of a form: sent again, it acts once. */
export const keyOf = (input: URLSearchParams): string => `console-${input.get(formIdField)}`;

/** The audit of what the API does not audit by itself. */
export const note = ({ sql }: Pick<ActionCall["deps"], "sql">, entry: AuditEntry): Promise<void> =>
  sql.begin((tx) => writeAudit(tx, entry)).then(() => undefined);

function idIn({ target }: ActionDefinition, input: URLSearchParams) {
  const id = input.get(idField) ?? "";
  const parsed = parseId(id);
  if (parsed?.prefix !== target.idPrefix) throw unknownRecord(target);
  return { id, uuid: parsed.uuid };
}

/** The record as far as the viewer may read it. */
async function readTarget(definition: ActionDefinition, { input, viewer, deps }: ActionCall) {
  const { target } = definition;
  const { id, uuid } = idIn(definition, input);
  if (!isGranted(viewer.rights, readRight(target))) return { ID: id };
  const found = await deps.views.find(recordOf(target), uuid);
  if (!found) throw unknownRecord(target);
  return found as Readonly<Record<string, unknown>>;
}

function labelOfRecord({ target }: ActionDefinition, record: Readonly<Record<string, unknown>>): string {
  const named = record["FullName"] || record["Name"] || record["VoucherCode"] || record[target.key?.field ?? ""];
  return String(named || `${nameOf(target)} ${record["ID"]}`);
}

const all = actions.map((definition) => ({ definition, action: recordActionOf(definition) }));

/** The actions of the API on records, each a form of the console. */
export const recordActions: readonly Action[] = all.map(({ action }) => action);

interface RecordToolsProps {
  readonly record: Readonly<Record<string, unknown>>;
  readonly of: ActionDefinition["target"];
  readonly viewer: Viewer;
}

/** Links to what can be done with a record in its state, by this viewer. */
export const RecordTools = ({ record, of, viewer }: RecordToolsProps) =>
  all
    .filter(({ definition }) => definition.target === of)
    .filter(({ definition }) => moveFrom(of, String(record["Status"]), definition.transition) !== undefined)
    .map(({ definition, action }) => (
      <ActionLink
        action={action}
        viewer={viewer}
        fields={{ [idField]: String(record["ID"]) }}
        isDanger={wordsOf(definition).isDanger}
      >
        {wordsOf(definition).title}
      </ActionLink>
    ));
