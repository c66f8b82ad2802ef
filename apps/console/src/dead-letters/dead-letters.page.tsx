import { deadLetterReasons, isGranted, operatorRight, parseListCall, stagedClasses } from "@rewards/domain";
import { type DeadLetter, type DeadLetterPage, listDeadLetters } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { ActionLink, mayPerform } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Choice, Table } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { discardAction, discardAllAction } from "./dead-letters.discard.tsx";
import { inspectRight } from "./dead-letters.inspect.page.tsx";
import { replayAction, replayAllAction } from "./dead-letters.replay.tsx";
import { idField, selectedMax } from "./dead-letters.selected.tsx";

const path = "/dead-letters";
const errorLengthMax = 200;

/** What the page shows of the dead letters. */
interface Filter {
  readonly class: string;
  readonly reason: string;
  /** Whether all of the page are selected: with a link, since the page has no script. */
  readonly isAllSelected: boolean;
}

/** Dead letters, page by page, with the actions on them. */
export const deadLettersPage: Page = {
  path,
  menu: "Dead letters",
  right: operatorRight("list"),
  async show(c, viewer, { sql }) {
    const { address: origin, requestId } = c.var;
    const { class: className = "", reason = "", cursor, selected } = c.req.query();
    const call = parseListCall({ class: className, reason, cursor, limit: String(selectedMax) });
    const page = await listDeadLetters(sql, call, { actor: viewer.name, origin, requestId });
    const filter = { class: className, reason, isAllSelected: selected === "all" };
    return {
      title: "Dead letters",
      body: <DeadLetters page={page} filter={filter} cursor={cursor ?? ""} viewer={viewer} />,
    };
  },
};

interface DeadLettersProps {
  readonly page: DeadLetterPage;
  readonly filter: Filter;
  readonly cursor: string;
  readonly viewer: Viewer;
}

const DeadLetters = ({ page, filter, cursor, viewer }: DeadLettersProps) => {
  const total = page.counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <p class="card good">There are no dead letters.</p>;
  const { class: className, reason } = filter;
  const chosen = page.counts.filter(
    (one) => (className === "" || one.class === className) && (reason === "" || one.reason === reason),
  );
  const count = chosen.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <p>
        Records that failed at every attempt: {formatCount(total)}. Replay them once the cause is mended, or discard
        them.
      </p>
      <form method="get" action={path} class="filter">
        <Choice name="class" label="Class" values={stagedClasses} chosen={className} all="All classes" />
        <Choice
          name="reason"
          label="Reason"
          values={Object.keys(deadLetterReasons)}
          chosen={reason}
          all="All reasons"
        />
        <button type="submit" class="quiet">
          Show
        </button>
      </form>
      {count === 0 ? <p>No dead letter is of this class and reason.</p> : null}
      {page.deadLetters.length > 0 && <Selection page={page} filter={filter} cursor={cursor} viewer={viewer} />}
      <p class="buttons">
        <ActionLink action={replayAllAction} viewer={viewer} fields={{ reason, class: className }}>
          {reason === "" ? "Replay all of a reason" : "Replay all of this class and reason"}
        </ActionLink>
        {count > 0 && (
          <ActionLink action={discardAllAction} viewer={viewer} fields={{ code: reason, class: className }}>
            Discard all of this class and reason
          </ActionLink>
        )}
        {page.cursor !== null && <a href={pathOf(filter, { cursor: page.cursor })}>Next page</a>}
      </p>
    </>
  );
};

const pathOf = ({ class: className, reason }: Filter, more: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams({ class: className, reason, ...more })}`;

/** The table, as a form whose selection an action takes. */
const Selection = ({ page, filter, cursor, viewer }: DeadLettersProps) => {
  const actions = [
    { action: replayAction, text: "Replay selected" },
    { action: discardAction, text: "Discard selected" },
  ].filter(({ action }) => mayPerform(viewer, action));
  const isSelectable = actions.length > 0;
  return (
    <form method="get">
      <Table
        caption="Dead letters, by class and ID"
        head={["ID", "Reason", "Attempts", "First failure", "Last failure", "Error"]}
        numbers={[2]}
        rows={page.deadLetters.map((one) => [
          <RecordId letter={one} isSelectable={isSelectable} isSelected={filter.isAllSelected} viewer={viewer} />,
          one.reason,
          String(one.attempts),
          one.firstAt,
          one.lastAt,
          one.error.slice(0, errorLengthMax),
        ])}
      />
      {isSelectable && (
        <p class="buttons">
          {actions.map(({ action, text }) => (
            <button type="submit" class="quiet" formaction={action.path}>
              {text}
            </button>
          ))}
          <a href={pathOf(filter, { cursor, ...(!filter.isAllSelected && { selected: "all" }) })}>
            {filter.isAllSelected ? "Select none" : "Select all of this page"}
          </a>
        </p>
      )}
    </form>
  );
};

interface RecordIdProps {
  readonly letter: DeadLetter;
  readonly isSelectable: boolean;
  readonly isSelected: boolean;
  readonly viewer: Viewer;
}

const RecordId = ({ letter: { ID }, isSelectable, isSelected, viewer }: RecordIdProps) => (
  <>
    {isSelectable && (
      <input type="checkbox" name={idField} value={ID} checked={isSelected} aria-label={`Select ${ID}`} />
    )}
    {isGranted(viewer.rights, inspectRight) ? <a href={`${path}/${ID}`}>{ID}</a> : ID}
  </>
);
