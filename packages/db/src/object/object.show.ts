import { actionsOf, type ObjectDefinition, recordOf } from "@rewards/domain";
import { type ShownRecord, showRecord } from "../view/view.show.ts";

/** An object as GET …/objects/{ID} answers with it: its record in `content`, and the actions that its status allows. */
export interface ObjectInfo extends Record<string, unknown> {
  readonly ID: string;
  readonly status: string;
  readonly content: ShownRecord;
}

export function showObject(definition: ObjectDefinition, row: Readonly<Record<string, unknown>>): ObjectInfo {
  const content = showRecord(recordOf(definition), row);
  const status = String(content["Status"]);
  return {
    ID: content.ID,
    objectTypeID: definition.class,
    status,
    businessID: content["BusinessID"],
    createTime: content["CreateDateTime"],
    createdBy: content["CreateUserID"],
    content,
    availableActions: actionsOf(definition)
      .filter((action) => definition.transitions[action.transition]?.from.includes(status))
      .map((action) => ({ ID: action.name, name: action.name })),
  };
}
