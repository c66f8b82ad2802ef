import { stringLengthMax } from "@rewards/domain";
import { requestRowsMax } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { RecordStatus } from "../record/status.tsx";
import { findRights, matchesMax } from "./find.lookups.ts";
import { type Findings, find, isKey, type Match } from "./find.run.ts";

/** Searches for records by a key, and redirects to the record if it is the only match. */
export const findPage: Page = {
  path: "/find",
  right: findRights,
  async show(c, viewer, deps) {
    const text = (c.req.query("q") ?? "").trim();
    if (!isKey(text)) return { title: "Find", body: <NoKey text={text} /> };
    const findings = await find(c, viewer, deps, text);
    const [only, ...more] = findings.matches;
    if (only?.path !== undefined && more.length === 0) return { redirect: only.path };
    return {
      title: "Find",
      body: only ? <Matches text={text} findings={findings} /> : <Nothing text={text} findings={findings} />,
    };
  },
};

const NoKey = ({ text }: { readonly text: string }) => (
  <div class="card">
    {text !== "" && <p>Nothing was searched: keys have at most {stringLengthMax} characters, and no NUL.</p>}
    <p>Type a key of what you look for into the box above:</p>
    <ul>
      <li>the ExternalID of a sale, redemption, member or reward, a StoreCode, a ProductCode</li>
      <li>an ID such as SALE-0190…, or a UUID from the database or a log</li>
      <li>a BusinessID such as SALE-1042</li>
      <li>a voucher code; case, spaces and hyphens do not matter</li>
      <li>a part of the name of a member, in any case; the e-mail address or mobile number</li>
      <li>the ID of the request that sent a sale, a redemption or a segment (x-request-id)</li>
    </ul>
  </div>
);

const Matches = ({ text, findings: { matches } }: { readonly text: string; readonly findings: Findings }) => (
  <>
    <p>
      Records with the key <q>{text}</q>:
    </p>
    <Table
      caption="Matches"
      head={["ID", "Class", "Key", "Name", "Status", "Created"]}
      rows={matches.map((match) => [
        <MatchLink match={match} />,
        match.class,
        keyOf(match),
        textOf(match, "FullName") || textOf(match, "Name"),
        <RecordStatus record={match.record} />,
        <Time at={match.record["CreateDateTime"]} />,
      ])}
    />
    <p class="note">At most {matchesMax} of each kind.</p>
  </>
);

const MatchLink = ({ match: { id, path } }: { readonly match: Match }) =>
  path === undefined ? <span>{id}</span> : <a href={path}>{id}</a>;

export const textOf = ({ record }: Match, name: string): string => String(record[name] ?? "");
export const keyOf = (match: Match) =>
  ["ExternalID", "StoreCode", "ProductCode", "BusinessID"].map((name) => textOf(match, name)).find(Boolean) ?? "";

const Nothing = ({ text, findings: { searched, left } }: { readonly text: string; readonly findings: Findings }) => (
  <div class="card problem">
    <p>
      Nothing has the key <q>{text}</q>.
    </p>
    <p>Searched: {searched.join(", ") || "nothing"}.</p>
    {left.length > 0 && <p>Not searched: {left.map(({ name, why }) => `${name} (${why})`).join(", ")}.</p>}
    <p>
      A sale that is not here was never accepted: the till got no 201, or sent it to another service. Keys are compared
      exactly, with their case. A request ID that the caller chose is looked for in the latest{" "}
      {formatCount(requestRowsMax)} records of each kind; the logs have older ones.
    </p>
  </div>
);
