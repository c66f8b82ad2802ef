import { discardDeadLetter } from "@rewards/db";
import { discardContent, objectOfId, operatorRight, parseContent } from "@rewards/domain";
import type { Action } from "../action/action.ts";
import { describeSelection, idField, performEach, SelectedIds, selectedIds } from "./dead-letters.selected.tsx";

const back = "/dead-letters";
const reasonLengthMax = 255;

/** Gives the records of a selection up, with a reason. */
export const discardAction: Action = {
  path: "/dead-letters/discard",
  right: operatorRight("discard"),
  ask({ input }) {
    const ids = selectedIds(input);
    return {
      title: `Discard ${describeSelection(ids)}?`,
      body: (
        <>
          <p>These records end as rejected, and earn or spend nothing. This cannot be undone.</p>
          <SelectedIds ids={ids} />
          <label for="reason">Reason, for the records' notes and the audit; no personal data</label>
          <input id="reason" name="reason" required maxlength={reasonLengthMax} value={input.get("reason") ?? ""} />
        </>
      ),
      kept: [idField],
      button: "Discard",
      back,
    };
  },
  async perform({ input, author, deps: { sql } }) {
    const { reason } = parseContent(discardContent, { reason: input.get("reason") ?? "" });
    const done = await performEach(selectedIds(input), async (id) => {
      const { definition, uuid } = objectOfId(id);
      await discardDeadLetter(sql, definition, uuid, { author, reason });
    });
    return { to: back, notice: `Discarded: ${done}.` };
  },
};
