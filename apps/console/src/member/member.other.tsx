import { isGranted, memberBalances, viewRight } from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { ActionCall } from "../action/action.tsx";
import { keyForms } from "../find/find.forms.ts";
import type { ListedRecord } from "../list/list.tsx";
import { formatPoints } from "../page/elements.tsx";
import { InputError } from "../page/page.error.ts";
import { RecordStatus } from "../record/status.tsx";
import type { Composite, ReadRecord } from "../record-action/form.tsx";
import { byKey, memberByKey } from "./member.desk.ts";

const field = "FromMemberExternalID";
/** The key whose member the form has named. */
const namedField = "named";

const keyIn = (input: URLSearchParams) => (input.get(field) ?? "").trim();

/** The key of the member who ends in a Merge. Its first sending only names that member: a Merge cannot be undone. */
export const otherMember: Composite = {
  // A link could name the key, and nobody would have seen its member.
  fill: (_, input) => input.delete(namedField),
  show: (input) => (
    <div class="field">
      <label for={field}>Key of the other member</label>
      <input id={field} name={field} value={keyIn(input)} required maxlength={255} autocomplete="off" />
      <input type="hidden" name={namedField} value={input.get(namedField) ?? ""} />
    </div>
  ),
  read: keyIn,
  look(call, record) {
    const isNamed = call.input.get(namedField) === keyIn(call.input);
    return isNamed || !isGranted(call.viewer.rights, viewRight(byKey)) ? undefined : nameBoth(call, record);
  },
};

async function nameBoth({ input, viewer, deps }: ActionCall, record: ReadRecord): Promise<Child> {
  let other: ListedRecord | undefined;
  for (const key of keyForms(keyIn(input))) other ??= await memberByKey({ viewer, deps }, key);
  if (!other) throw new InputError("Key of the other member: no member has it.");
  const staying = await record();
  const key = String(other["ExternalID"]);
  input.set(field, key);
  input.set(namedField, key);
  const holdings = isGranted(viewer.rights, viewRight(memberBalances))
    ? (await deps.views.ask(viewer, { view: memberBalances, parameters: { MemberExternalID: key }, rowsMax: 10 })).data
    : [];
  return (
    <p class="card" role="status">
      <strong>{String(other["FullName"] || key)}</strong> ({key}) <RecordStatus record={other} />{" "}
      {holdings.map((one) => `with ${formatPoints(one["Balance"])} ${String(one["Name"])} `)}
      ends, and becomes <strong>{String(staying["FullName"] || staying["ExternalID"] || "this member")}</strong>. If
      that is right, press Merge again.
    </p>
  );
}
