import { type AdjustmentRequest, listSettled, listWaiting, requestsShownMax } from "@rewards/access";
import { actionRight, addBalance, consentDays, formatId, member } from "@rewards/domain";
import { ActionLink } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { MemberLink } from "../record/record.facts.tsx";
import { agreeAction, amountOfRequest, refuseAction, requestField } from "./adjustments.decide.tsx";

/** What users asked for and others must agree to, and what became of it. */
export const adjustmentsPage: Page = {
  path: "/adjustments",
  menu: "Adjustments",
  right: actionRight(addBalance),
  async show(_, viewer, { sql }) {
    const [waiting, settled] = [await listWaiting(sql), await listSettled(sql)];
    return {
      title: "Requests to adjust points",
      lead: `An amount above the programme's limit is posted when a second person agrees. A request ends after ${consentDays} days.`,
      body: (
        <>
          <Waiting requests={waiting} viewer={viewer} />
          <Settled requests={settled} />
        </>
      ),
    };
  },
};

const Member = ({ of: { member: uuid, memberKey } }: { readonly of: AdjustmentRequest }) => (
  <MemberLink member={{ externalId: memberKey, ID: formatId(member.idPrefix, uuid) }} />
);

interface WaitingProps {
  readonly requests: readonly AdjustmentRequest[];
  readonly viewer: Viewer;
}

const Waiting = ({ requests, viewer }: WaitingProps) =>
  requests.length === 0 ? (
    <p class="card">Nothing waits.</p>
  ) : (
    <Table
      caption={`Waiting, the oldest first${requests.length === requestsShownMax ? `: the first ${requestsShownMax}` : ""}`}
      head={["Member", "Amount", "Reason", "Asked by", "Asked", "Decide"]}
      numbers={[1]}
      rows={requests.map((one) => [
        <Member of={one} />,
        amountOfRequest(one),
        one.reason,
        one.askedBy,
        <Time at={one.askedAt} />,
        <Decide request={one} viewer={viewer} />,
      ])}
    />
  );

interface DecideProps {
  readonly request: AdjustmentRequest;
  readonly viewer: Viewer;
}

/** Nobody decides about what they asked for, and without users nobody can. */
const Decide = ({ request: { id, askedBy }, viewer }: DecideProps) => {
  if (viewer.token === undefined) return <>–</>;
  if (askedBy === viewer.name) return <>somebody else</>;
  const fields = { [requestField]: id };
  return (
    <span class="buttons">
      <ActionLink action={agreeAction} viewer={viewer} fields={fields}>
        Agree
      </ActionLink>
      <ActionLink action={refuseAction} viewer={viewer} fields={fields} isDanger>
        Refuse
      </ActionLink>
    </span>
  );
};

const Settled = ({ requests }: { readonly requests: readonly AdjustmentRequest[] }) =>
  requests.length === 0 ? null : (
    <Table
      caption={`Decided or ended, the latest ${requestsShownMax}`}
      head={["Member", "Amount", "Reason", "Asked by", "Asked", "State", "By", "At", "Refused because"]}
      numbers={[1]}
      rows={requests.map((one) => [
        <Member of={one} />,
        amountOfRequest(one),
        one.reason,
        one.askedBy,
        <Time at={one.askedAt} />,
        one.state,
        one.decidedBy ?? "–",
        <Time at={one.decidedAt} />,
        one.refusal ?? "–",
      ])}
    />
  );
