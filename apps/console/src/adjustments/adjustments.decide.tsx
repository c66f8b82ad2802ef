import { type AdjustmentRequest, ChangeRefusedError, findRequest, refuseAdjustment } from "@rewards/access";
import {
  actionRight,
  addBalance,
  consentedReason,
  consentKey,
  formatId,
  isText,
  member,
  stringLengthMax,
} from "@rewards/domain";
import type { Action, ActionCall } from "../action/action.tsx";
import { Facts, formatChange, Time } from "../page/elements.tsx";
import { InputError, PageError } from "../page/page.error.ts";
import { RecordLink } from "../record/record.facts.tsx";

export const requestField = "request";
const back = "/adjustments";
const right = actionRight(addBalance);
const remedy = "Look at the list of requests.";

/** `+800 Points` */
export const amountOfRequest = ({ amount, currency }: AdjustmentRequest): string =>
  `${formatChange(amount)} ${currency}`;

/** Posts what another user asked for. The API checks that they may, and marks the request with the entry. */
export const agreeAction: Action = {
  path: "/adjustments/agree",
  right,
  async ask(call) {
    const request = await waitingOf(call);
    return {
      title: `Agree to ${amountOfRequest(request)} for member ${request.memberKey}?`,
      body: (
        <>
          <p>Posts an entry to the member's ledger at once, with you as its author.</p>
          <Request request={request} />
        </>
      ),
      kept: [requestField],
      button: "Agree",
      back,
    };
  },
  async perform(call) {
    const { viewer, deps } = call;
    const request = await requestOf(call);
    const { id, currency, reason, askedBy } = request;
    // Sent again, it acts once. What the state allows is the API's to say: it may have changed since this was read.
    await deps.api.send(viewer, {
      method: "PATCH",
      path: `/objects/${formatId(member.idPrefix, request.member)}/actions/${addBalance.name}`,
      content: {
        AdjustBalances: {
          Amount: Number(request.amount),
          Name: currency,
          Reason: consentedReason(reason, askedBy),
        },
      },
      key: consentKey(id),
    });
    return { to: back, notice: `Posted: ${amountOfRequest(request)} for member ${request.memberKey}.` };
  },
};

export const refuseAction: Action = {
  path: "/adjustments/refuse",
  right,
  async ask(call) {
    const request = await waitingOf(call);
    return {
      title: `Refuse ${amountOfRequest(request)} for member ${request.memberKey}?`,
      body: (
        <>
          <p>Nothing is posted. Whoever wants it after all must ask again.</p>
          <Request request={request} />
          <label for="why">Why</label>
          <input id="why" name="why" required maxlength={stringLengthMax} value={call.input.get("why") ?? ""} />
        </>
      ),
      kept: [requestField],
      button: "Refuse",
      back,
    };
  },
  async perform(call) {
    const { input, author, viewer, deps } = call;
    const why = (input.get("why") ?? "").trim();
    if (why === "" || why.length > stringLengthMax || !isText(why))
      throw new InputError("Write why, in at most 255 characters.");
    const request = await requestOf(call);
    await refuseAdjustment(deps.sql, request.id, why, { ...author, session: viewer.token ?? "" }).catch((error) => {
      throw error instanceof ChangeRefusedError ? new PageError(409, error.message, remedy) : error;
    });
    return { to: back, notice: `Refused: ${amountOfRequest(request)} for member ${request.memberKey}.` };
  },
};

/** @throws PageError 404 if there is no such request. */
async function requestOf({ input, deps }: ActionCall): Promise<AdjustmentRequest> {
  const id = input.get(requestField) ?? "";
  const found = isUuid.test(id) ? await findRequest(deps.sql, id) : undefined;
  if (found) return found;
  throw new PageError(404, "There is no such request.", remedy);
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws PageError if the viewer cannot decide about it (any more). */
async function waitingOf(call: ActionCall): Promise<AdjustmentRequest> {
  const request = await requestOf(call);
  if (request.state !== "waiting") throw new PageError(409, `The request is ${request.state}.`, remedy);
  if (request.askedBy === call.viewer.name)
    throw new PageError(403, "You asked for this yourself.", "Somebody else who may adjust points must decide.");
  return request;
}

const Request = ({ request }: { readonly request: AdjustmentRequest }) => (
  <Facts
    facts={[
      ["Member", <RecordLink id={formatId(member.idPrefix, request.member)}>{request.memberKey}</RecordLink>],
      ["Reason", request.reason],
      ["Asked by", request.askedBy],
      ["Asked", <Time at={request.askedAt} />],
    ]}
  />
);
