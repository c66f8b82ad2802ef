import {
  dataViewNamed,
  isGranted,
  isSurrogate,
  member,
  type ObjectDefinition,
  parseId,
  readRight,
  recordOf,
  refuseErased,
  viewRight,
} from "@rewards/domain";
import type { ActionCall } from "../action/action.tsx";
import { isKey, keyForms } from "../find/find.forms.ts";
import { listOf } from "../find/find.lookups.ts";
import type { ListedRecord } from "../list/list.tsx";
import { PageError } from "../page/page.error.ts";
import { folderOf, unknownRecord } from "../record/record.facts.tsx";

/**
 * Finds the member whom a form is about, by the member's ID.
 * @throws PageError 403 if the viewer may not read members, 404 if no member has the ID, or the member was erased.
 */
export async function memberOf({ input, viewer, deps }: Pick<ActionCall, "input" | "viewer" | "deps">) {
  if (!isGranted(viewer.rights, readRight(member)))
    throw new PageError(403, `${viewer.name} lacks the right ${readRight(member)}.`, "Ask an administrator for it.");
  const id = input.get("ID") ?? "";
  const parsed = parseId(id);
  const found: ListedRecord | undefined =
    parsed?.prefix === member.idPrefix ? await deps.views.find(recordOf(member), parsed.uuid) : undefined;
  if (!parsed || !found || refuseErased(found["ExternalID"])) throw unknownRecord(member);
  const key = String(found["ExternalID"]);
  return { uuid: parsed.uuid, key, name: String(found["FullName"] || key), path: `${folderOf(member)}/${id}` };
}

type Asking = Pick<ActionCall, "viewer" | "deps">;
export const byKey = dataViewNamed("GetMemberByBusinessKeys");

/** The member who has this key or card; undefined if nobody has it, or the viewer may not look members up. */
export async function memberByKey({ viewer, deps: { views } }: Asking, key: string): Promise<ListedRecord | undefined> {
  if (!isGranted(viewer.rights, viewRight(byKey)) || !isKey(key) || isSurrogate(key)) return undefined;
  const select = ["ExternalID", "Status", ...((await views.isKeyMissing()) ? [] : ["FullName"])];
  const { data } = await views.ask(viewer, { view: byKey, parameters: { ExternalID: key }, select, rowsMax: 1 });
  return data[0];
}

/** More codes are not offered while somebody types one. */
const codesMax = 200;

/** The codes of a class and the names of its records, for a list under a field. None without the right to see them. */
export async function readCodes(
  { viewer, deps }: Asking,
  { class: name, key }: ObjectDefinition,
): Promise<readonly (readonly [code: string, name: string])[]> {
  const view = listOf(name);
  const field = key?.field ?? "";
  if (!isGranted(viewer.rights, viewRight(view))) return [];
  const { data } = await deps.views.ask(viewer, { view, select: [field, "Name"], rowsMax: codesMax });
  return data.map((record) => [String(record[field]), String(record["Name"])]);
}

/**
 * The code as its record has it, for a code that somebody typed, such as in small letters.
 * Undefined if no record has it. Without the right to see the records it is the code that was typed.
 */
export async function knownCode(
  { viewer, deps }: Asking,
  { class: name, key }: ObjectDefinition,
  typed: string,
): Promise<string | undefined> {
  const view = listOf(name);
  const field = key?.field ?? "";
  if (!isGranted(viewer.rights, viewRight(view))) return typed;
  for (const code of keyForms(typed)) {
    const { data } = await deps.views.ask(viewer, { view, where: { [field]: code }, select: [field], rowsMax: 1 });
    if (data.length > 0) return code;
  }
  return undefined;
}
