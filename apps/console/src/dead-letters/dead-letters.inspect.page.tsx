import { objectOfId, operatorRight } from "@rewards/domain";
import { type Inspection, inspectDeadLetter } from "@rewards/operations";
import { ActionLink } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Facts, Table } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { discardAction } from "./dead-letters.discard.tsx";
import { replayAction } from "./dead-letters.replay.tsx";
import { idField } from "./dead-letters.selected.tsx";

export const inspectRight = operatorRight("inspect");

/** A dead letter, its record, and what operators did with it. */
export const deadLetterPage: Page = {
  path: "/dead-letters/:id",
  right: inspectRight,
  async show(c, viewer, { sql, views }) {
    const { address: origin, requestId } = c.var;
    const { definition, uuid } = objectOfId(c.req.param("id") ?? "");
    const inspection = await inspectDeadLetter({ sql, readDb: views.runner }, definition, uuid, {
      actor: viewer.name,
      origin,
      requestId,
    });
    return { title: inspection.objectInfo.ID, body: <DeadLetter inspection={inspection} viewer={viewer} /> };
  },
};

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const factsOf = (of: object) => Object.entries(of).map(([name, value]) => [name, textOf(value)] as const);

const DeadLetter = ({ inspection, viewer }: { readonly inspection: Inspection; readonly viewer: Viewer }) => {
  const { deadLetter, objectInfo, audit } = inspection;
  const { ID, content } = objectInfo;
  return (
    <>
      {deadLetter === null ? (
        <p class="card good">{`${ID} is no longer a dead letter.`}</p>
      ) : (
        <>
          <Facts facts={factsOf(deadLetter).filter(([name]) => name !== "ID")} />
          <p class="buttons">
            <ActionLink action={replayAction} viewer={viewer} fields={{ [idField]: ID }}>
              Replay
            </ActionLink>
            <ActionLink action={discardAction} viewer={viewer} fields={{ [idField]: ID }}>
              Discard
            </ActionLink>
          </p>
        </>
      )}
      <h2>Record</h2>
      <p>
        <a href={`/find?q=${ID}`}>Its way through the service</a>
      </p>
      <Facts facts={factsOf(content)} />
      {audit.length === 0 ? (
        <p>No operator has dealt with it.</p>
      ) : (
        <Table
          caption="What operators did with it, newest first"
          head={["At", "Actor", "Operation", "Reason", "From"]}
          rows={audit.map((one) => [one.at, one.actor, one.operation, one.reason, one.origin])}
        />
      )}
    </>
  );
};
