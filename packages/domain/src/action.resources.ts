import type { ShownActionField } from "./action.form.ts";
import type { ActionDefinition } from "./action.ts";
import type { FieldType } from "./field.ts";

/** The component in which a client of the DX API shows a field, and that client's name for the field's type. */
const components: Partial<Record<FieldType, readonly [component: string, type: string]>> = {
  boolean: ["Checkbox", "True-False"],
  integer: ["Integer", "Integer"],
  amount: ["Decimal", "Decimal"],
  timestamp: ["DateTime", "Date Time"],
  date: ["Date", "Date"],
};
const text = ["TextInput", "Text"] as const;

/**
 * An action's fields in `uiResources`, where clients of the DX API expect them: a view named like the action with a
 * component for each field, and the fields by name. Everything else in a view is layout and is left out.
 */
export function actionResources({ name, target }: ActionDefinition, fields: readonly ShownActionField[]) {
  const children = fields.map((field) => ({
    type: (components[field.type] ?? text)[0],
    config: { value: `@P .${field.name}`, label: `@L ${field.name}`, required: field.required },
  }));
  const view = {
    name,
    type: "View",
    classID: target.class,
    children: [{ name: "Fields", type: "Region", children }],
  };
  const field = ({ name: label, type }: ShownActionField) => [
    { classID: target.class, type: (components[type] ?? text)[1], label },
  ];
  return {
    root: { type: "reference", config: { name, type: "view" } },
    resources: {
      views: { [name]: [view] },
      fields: Object.fromEntries(fields.map((one) => [one.name, field(one)])),
    },
  };
}
