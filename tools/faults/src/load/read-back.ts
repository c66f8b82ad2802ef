import { type Answer, apiRoot } from "@rewards/lab/client";
import type { Call } from "./call.ts";
import type { Attempt, ReadBack } from "./record.ts";
import { send } from "./send.ts";

/** How to read the result of a write over any API, and whether an answer shows it. */
interface Read {
  /** Rejects if no answer comes. */
  readonly ask: (url: string, call: Call, attempt: Attempt) => Promise<Answer>;
  readonly shows: (body: Answer["body"], call: Call, attempt: Attempt) => boolean;
}

/** Reads the result of an answered write over any API. Ignores answers other than 200. */
export async function readBack(url: string, call: Call, attempt: Attempt): Promise<ReadBack[]> {
  const read = reads[call.kind];
  const reply = await read?.ask(url, call, attempt).catch(() => undefined);
  if (!read || !reply || reply.status === 503) return [];
  const saw = reply.body;
  return [{ attempt, saw, isShown: reply.status === 200 && read.shows(saw, call, attempt) }];
}

/** The ID in the answer to a create or an action. */
export function answeredId({ body }: Pick<Attempt, "body">): string | undefined {
  const given = body as { ID?: string; data?: { ID?: string; objectInfo?: { ID?: string } } } | undefined;
  return given?.ID ?? given?.data?.objectInfo?.ID ?? given?.data?.ID;
}

const getActed = (url: string, { path }: Call) =>
  send(url, { method: "GET", path: path.slice(0, path.indexOf("/actions/")) });

const created: Read = {
  ask: (url, _call, attempt) => send(url, { method: "GET", path: `${apiRoot}/objects/${answeredId(attempt)}` }),
  shows: (body, _call, attempt) => body.data.objectInfo.ID === answeredId(attempt),
};
const statusIs = (...statuses: string[]): Read => ({
  ask: getActed,
  shows: (body) => statuses.includes(body.data.objectInfo.status),
});

const reads: Partial<Record<Call["kind"], Read>> = {
  sale: created,
  redemption: created,
  member: created,
  store: created,
  segment: created,
  // Another call may have used or cancelled it since, or it may have expired.
  lock: statusIs("Open-Active", "Resolved-Completed", "Resolved-Cancelled", "Resolved-Expired"),
  use: statusIs("Resolved-Completed"),
  cancel: statusIs("Resolved-Cancelled"),
  pay: {
    ask: async (url, call) => {
      const owner = await getActed(url, call);
      if (owner.status !== 200) return owner;
      const dataViewParameters = { MemberExternalID: owner.body.data.objectInfo.content.ExternalID };
      const body = { dataViewParameters, query: { select: [{ field: "Reference" }] } };
      return send(url, { method: "POST", path: `${apiRoot}/data_views/PaymentsByMember`, body });
    },
    shows: (body, call) => body.data.some((one: { Reference: string }) => one.Reference === call.key),
  },
  adjust: {
    ask: async (url, call) => {
      const owner = await getActed(url, call);
      if (owner.status !== 200) return owner;
      const dataViewParameters = {
        MemberExternalID: owner.body.data.objectInfo.content.ExternalID,
        FromDateTime: "2020-01-01T00:00:00Z",
        ToDateTime: "2099-01-01T00:00:00Z",
      };
      const body = { dataViewParameters, query: { select: [{ field: "CurrencyAwarded" }] } };
      return send(url, { method: "POST", path: `${apiRoot}/data_views/LedgerEntriesBetweenDates`, body });
    },
    shows: (body, call) =>
      body.data.some((one: { CurrencyAwarded: number }) => one.CurrencyAwarded === Number(call.key)),
  },
};
