import {
  discardAllContent,
  discardContent,
  discardRowsMax,
  objectOfId,
  operatorRight,
  parseContent,
  parseListCall,
} from "@rewards/domain";
import { countDeadLetters, discardDeadLetter, discardDeadLetters } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Action } from "../action/action.tsx";
import { describeSelection, idField, performEach, SelectedIds, selectedIds } from "./dead-letters.selected.tsx";

const back = "/dead-letters";
const reasonLengthMax = 255;

const Reason = ({ input }: { readonly input: URLSearchParams }) => (
  <>
    <label for="reason">Reason, for the records' notes and the audit; no personal data</label>
    <input id="reason" name="reason" required maxlength={reasonLengthMax} value={input.get("reason") ?? ""} />
  </>
);

/** Discards the selected dead letters, with a reason. */
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
          <Reason input={input} />
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

/**
 * Discards the dead letters of a class and reason (empty: all). The form holds the time of the question, so that no
 * record is discarded that became a dead letter after it.
 */
export const discardAllAction: Action = {
  path: "/dead-letters/discard-all",
  right: operatorRight("discard"),
  async ask({ input, deps: { sql } }) {
    const [className, code] = [input.get("class") ?? "", input.get("code") ?? ""];
    const { class: ofClass, reason: ofReason } = parseListCall({ class: className, reason: code });
    const { count, filter } = await countDeadLetters(sql, { class: ofClass, reason: ofReason });
    return {
      title: `Discard ${formatCount(count)} dead letters?`,
      body: (
        <>
          <p>
            These are all dead letters of {className === "" ? "every class" : `the class ${className}`} and of{" "}
            {code === "" ? "every reason" : `the reason ${code}`}, at most {formatCount(discardRowsMax)} for each time
            that you confirm. Their records end as rejected, and earn or spend nothing. This cannot be undone.
          </p>
          <input type="hidden" name="until" value={filter.until} />
          <Reason input={input} />
        </>
      ),
      kept: ["class", "code"],
      button: `Discard ${formatCount(Math.min(count, discardRowsMax))}`,
      back,
    };
  },
  async perform({ input, author, deps: { sql } }) {
    const [className, code] = ["class", "code"].map((name) => input.get(name) || undefined);
    const given = { class: className, code, until: input.get("until") ?? "", reason: input.get("reason") ?? "" };
    const { reason, code: ofReason, ...filter } = parseContent(discardAllContent, given);
    const discard = { author, reason };
    const { discarded, remaining } = await discardDeadLetters(
      sql,
      { class: filter.class, reason: ofReason, until: filter.until },
      discard,
    );
    const left = remaining > 0 ? ` ${formatCount(remaining)} of the filter remain: discard again.` : "";
    return { to: back, notice: `Discarded: ${formatCount(discarded)}.${left}` };
  },
};
