import {
  contentFields,
  creatableObjects,
  createRight,
  type ObjectDefinition,
  parseId,
  redemption,
  sale,
} from "@rewards/domain";
import { type Action, type ActionCall, formIdField } from "../action/action.tsx";
import { folderOf, nameOf } from "../record/record.facts.tsx";
import { contentOf } from "./form.read.ts";
import { FormFields, lookAgain } from "./form.tsx";
import { keyOf, note } from "./record.action.tsx";
import { formFieldsOf } from "./record.fields.ts";

/**
 * Creates a record for the user, with an entry in the audit.
 * @param key repeats with it make no second one; by default that of the form.
 * @returns the path of its page.
 */
export async function createRecord(
  { input, viewer, author, deps }: ActionCall,
  definition: ObjectDefinition,
  content: object,
  key: string = keyOf(input),
): Promise<string> {
  const ID = await deps.api.send(viewer, {
    ...{ method: "POST", path: "/objects", className: definition.class, key },
    content: { ...content, Origin: "CONSOLE" },
  });
  const record = { class: definition.class, id: parseId(ID)?.uuid ?? "" };
  await note(deps, { author, operation: createRight(definition), record });
  return `${folderOf(definition)}/${ID}`;
}

/** A form for a new record of a class. The address may fill it in. */
function createActionOf(definition: ObjectDefinition): Action {
  const name = nameOf(definition);
  const action: Action = {
    path: `${folderOf(definition)}/create`,
    right: createRight(definition),
    async ask({ input, viewer, deps }) {
      const fields = await formFieldsOf(contentFields(definition.content, definition), viewer, deps);
      const initial = (field: (typeof fields)[number]) =>
        field.type === "boolean" && !input.has(formIdField) ? "yes" : "";
      return {
        title: `New ${name}`,
        body: <FormFields fields={fields} shown={(field) => input.get(field.name) ?? initial(field)} input={input} />,
        kept: [],
        button: "Create",
        back: folderOf(definition),
      };
    },
    async perform(call) {
      const { input, viewer, deps } = call;
      const fields = await formFieldsOf(contentFields(definition.content, definition), viewer, deps);
      const again = await lookAgain(action, call, fields, async () => ({}));
      if (again) return again;
      return {
        to: await createRecord(call, definition, contentOf(fields, input, false)),
        notice: definition.created.note,
      };
    },
  };
  return action;
}

/** Sales and redemptions begin at a member. */
const atMembers: readonly ObjectDefinition[] = [sale, redemption];

const created = creatableObjects
  .filter((definition) => !atMembers.includes(definition))
  .map((definition) => [definition.noun, createActionOf(definition)] as const);

export const createActions: readonly Action[] = created.map(([, action]) => action);

/** The form for a new record of a class. */
export const createActionFor = ({ noun }: ObjectDefinition): Action | undefined =>
  created.find(([one]) => one === noun)?.[1];
