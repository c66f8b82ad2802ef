import { AppError, actionsOf, moveFrom, type ObjectDefinition, recordOf } from "@rewards/domain";
import type { ViewRunner } from "../view/view.compile.ts";
import { type ShownRecord, showRecord } from "../view/view.show.ts";

/** An object as GET …/objects/{ID} answers with it: its record in `content`, and the actions that its status allows. */
export interface ObjectInfo extends Record<string, unknown> {
  readonly ID: string;
  readonly status: string;
  readonly content: ShownRecord;
}

/** @throws AppError 404 where there is no such object. */
export async function findObject(
  views: ViewRunner,
  definition: ObjectDefinition,
  uuid: string,
  signal?: AbortSignal,
): Promise<ObjectInfo> {
  const row = await views.find(definition.class, uuid, signal);
  if (!row) throw new AppError("Error_Object_Unknown");
  return showObject(definition, row);
}

function showObject(definition: ObjectDefinition, row: Readonly<Record<string, unknown>>): ObjectInfo {
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
      .filter((action) => moveFrom(definition, status, action.transition) !== undefined)
      .map((action) => ({ ID: action.name, name: action.name })),
  };
}
