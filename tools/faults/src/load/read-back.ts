import { apiRoot } from "@rewards/lab/client";
import type { Call } from "./call.ts";
import type { HttpClient, Reply } from "./client.ts";
import type { Attempt, ReadBack } from "./record.ts";

/** Reads what a write has just been answered for, over any API. An answer that is no 200 says nothing. */
export async function readBack(http: HttpClient, call: Call, attempt: Attempt): Promise<ReadBack[]> {
  const read = reads[call.kind];
  if (!read) return [];
  const reply = await read.ask(http, call, attempt);
  if ("lost" in reply || reply.status === 503) return [];
  const saw = reply.body;
  return [{ attempt, saw, isShown: reply.status === 200 && read.shows(saw, call, attempt) }];
}

interface Read {
  readonly ask: (http: HttpClient, call: Call, attempt: Attempt) => Promise<Reply>;
  readonly shows: (body: unknown, call: Call, attempt: Attempt) => boolean;
}

interface ObjectBody {
  readonly data: { readonly objectInfo: { readonly ID: string; readonly status: string } };
}

/** The ID that a create or an action was answered with. */
export function answeredId({ body }: Pick<Attempt, "body">): string | undefined {
  const given = body as { ID?: string; data?: { ID?: string; objectInfo?: { ID?: string } } } | undefined;
  return given?.ID ?? given?.data?.objectInfo?.ID ?? given?.data?.ID;
}

const getObject: Read["ask"] = (http, _call, attempt) =>
  http.send("GET", `${apiRoot}/objects/${answeredId(attempt)}`, undefined);
const getActed: Read["ask"] = (http, call) => http.send("GET", objectPathOf(call), undefined);
const objectPathOf = ({ path }: Call) => path.slice(0, path.indexOf("/actions/"));

const created: Read = {
  ask: getObject,
  shows: (body, _call, attempt) => (body as ObjectBody).data.objectInfo.ID === answeredId(attempt),
};
const statusIs = (...statuses: string[]): Read => ({
  ask: getActed,
  shows: (body) => statuses.includes((body as ObjectBody).data.objectInfo.status),
});

const reads: Partial<Record<Call["kind"], Read>> = {
  sale: created,
  redemption: created,
  member: created,
  store: created,
  segment: created,
  // Used, or expired, by another since.
  lock: statusIs("Open-Active", "Resolved-Completed", "Resolved-Expired"),
  use: statusIs("Resolved-Completed"),
  adjust: {
    ask: async (http, call) => {
      const owner = await http.send("GET", objectPathOf(call), undefined);
      if ("lost" in owner || owner.status !== 200) return owner;
      const { content } = (owner.body as { data: { objectInfo: { content: { ExternalID: string } } } }).data.objectInfo;
      return http.send("POST", `${apiRoot}/data_views/LedgerEntriesBetweenDates`, {
        dataViewParameters: {
          MemberExternalID: content.ExternalID,
          FromDateTime: "2020-01-01T00:00:00Z",
          ToDateTime: "2099-01-01T00:00:00Z",
        },
        query: { select: [{ field: "CurrencyAwarded" }] },
      });
    },
    shows: (body, call) =>
      (body as { data: { CurrencyAwarded: number }[] }).data.some((one) => one.CurrencyAwarded === Number(call.key)),
  },
};
