import {
  deadLetterReasons,
  objectOfId,
  operatorRight,
  parseContent,
  parseListCall,
  replayContent,
  replayPerSecondDefault,
  replayPerSecondMax,
  replayRowsMax,
  stagedClasses,
} from "@rewards/domain";
import { countDeadLetters, replayDeadLetter, replayDeadLetters } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Action, ActionCall, Question } from "../action/action.tsx";
import { deadLetterTable } from "../overview/overview.parts.tsx";
import { Choice, Table } from "../page/elements.tsx";
import { describeSelection, idField, performEach, SelectedIds, selectedIds } from "./dead-letters.selected.tsx";

const back = "/dead-letters";
const right = operatorRight("replay");

/** Makes the dead letters of a selection pending again. */
export const replayAction: Action = {
  path: "/dead-letters/replay",
  right,
  ask({ input }) {
    const ids = selectedIds(input);
    return {
      title: `Replay ${describeSelection(ids)}?`,
      body: (
        <>
          <p>Workers try these records again within seconds, with all their attempts.</p>
          <SelectedIds ids={ids} />
        </>
      ),
      kept: [idField],
      button: "Replay",
      back,
    };
  },
  async perform({ input, author, deps: { sql } }) {
    const done = await performEach(selectedIds(input), (id) => {
      const { definition, uuid } = objectOfId(id);
      return replayDeadLetter(sql, definition, uuid, { author, isEnqueued: false });
    });
    return { to: back, notice: `Pending again: ${done}.` };
  },
};

const Pace = ({ input }: { readonly input: URLSearchParams }) => (
  <>
    <label for="perSecond">Records a second</label>
    <input
      id="perSecond"
      name="perSecond"
      type="number"
      min={1}
      max={replayPerSecondMax}
      required
      value={input.get("perSecond") ?? String(replayPerSecondDefault)}
    />
  </>
);

/** Says how many dead letters a reason has, in one class or in all. */
async function askCounted({ input, deps: { sql } }: ActionCall): Promise<Question> {
  const filter = parseListCall({ class: input.get("class") ?? "", reason: input.get("reason") ?? "" });
  const { count } = await countDeadLetters(sql, filter);
  return {
    title: `Replay ${formatCount(count)} dead letters?`,
    body: (
      <>
        <p>
          These are all dead letters of {filter.class === undefined ? "every class" : `the class ${filter.class}`} and
          of the reason {filter.reason} now. {describePace}
        </p>
        <Pace input={input} />
      </>
    ),
    kept: ["reason", "class"],
    button: `Replay ${formatCount(Math.min(count, replayRowsMax))}`,
    back,
  };
}

const describePace = `Workers try them again, so many a second and at most ${formatCount(replayRowsMax)} for each time that you confirm. The pace holds if you close this page.`;

/** Makes all dead letters of a reason pending again, at a pace. Asks for the reason, if the address has none. */
export const replayAllAction: Action = {
  path: "/dead-letters/replay-all",
  right,
  async ask(call) {
    const { input, deps } = call;
    if (input.get("reason")) return askCounted(call);
    const { service } = await deps.look();
    return {
      title: "Replay all dead letters of a reason?",
      body: (
        <>
          <p>{describePace}</p>
          <Table {...deadLetterTable(service)} />
          <Choice name="reason" label="Reason" values={Object.keys(deadLetterReasons)} chosen="" />
          <Choice name="class" label="Class" values={stagedClasses} chosen={input.get("class")} all="All classes" />
          <Pace input={input} />
        </>
      ),
      kept: [],
      button: "Replay all",
      back,
    };
  },
  async perform({ input, author, deps: { sql } }) {
    const [reason, className, pace] = ["reason", "class", "perSecond"].map((name) => input.get(name) || undefined);
    const given = { reason, class: className, perSecond: pace === undefined ? undefined : Number(pace) };
    const call = parseContent(replayContent, given);
    const { replayed, remaining } = await replayDeadLetters(sql, call, author);
    const left = remaining > 0 ? ` ${formatCount(remaining)} of this reason remain: replay again.` : "";
    return { to: back, notice: `Pending again: ${formatCount(replayed)}, ${call.perSecond} a second.${left}` };
  },
};
