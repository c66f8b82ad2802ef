import { stringLengthMax } from "@rewards/domain";
import { requestRowsMax } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { capitalised, Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { kindOf } from "../record/record.facts.tsx";
import { RecordStatus } from "../record/status.tsx";
import { isKey } from "./find.forms.ts";
import { findRights, matchesMax } from "./find.lookups.ts";
import { type Findings, find, type Match } from "./find.run.ts";

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
    <p>Type into the box above what you know of it:</p>
    <ul>
      <li>
        a member: a part of the name, the card or key, the e-mail address, the mobile number with its country code
      </li>
      <li>a sale: the number of the receipt</li>
      <li>a voucher: its code; capitals, spaces and hyphens do not matter</li>
      <li>a reward, a store, a product: its code</li>
      <li>a number such as SALE-1042, an ID such as SALE-0190…, or the ID of a request (x-request-id)</li>
    </ul>
  </div>
);

const Matches = ({ text, findings: { matches } }: { readonly text: string; readonly findings: Findings }) => (
  <>
    <p>
      Found for <q>{text}</q>:
    </p>
    <Table
      caption="Matches"
      head={["Name", "Is", "Key", "Status", "Created"]}
      rows={matches.map((match) => [
        <MatchLink match={match} />,
        capitalised(kindOf(match.id)),
        keyOf(match),
        <RecordStatus record={match.record} />,
        <Time at={match.record["CreateDateTime"]} />,
      ])}
    />
    <p class="note">At most {matchesMax} of each kind.</p>
  </>
);

const MatchLink = ({ match }: { readonly match: Match }) => {
  const name = nameOf(match);
  return match.path === undefined ? <span>{name}</span> : <a href={match.path}>{name}</a>;
};

const textOf = ({ record }: Match, name: string): string => String(record[name] ?? "");
export const keyOf = (match: Match) =>
  ["ExternalID", "StoreCode", "ProductCode", "BusinessID"].map((name) => textOf(match, name)).find(Boolean) ?? "";

export const nameOf = (match: Match) => textOf(match, "FullName") || textOf(match, "Name") || keyOf(match) || match.id;

const Nothing = ({ text, findings: { searched, left } }: { readonly text: string; readonly findings: Findings }) => (
  <div class="card problem">
    <p>
      Nothing was found for <q>{text}</q>.
    </p>
    <p>Searched: {searched.join(", ") || "nothing"}.</p>
    {left.length > 0 && <p>Not searched: {left.map(({ name, why }) => `${name} (${why})`).join(", ")}.</p>}
    <p>
      A sale that is not here was never accepted: the till got no 201, or sent it to another service. Keys are compared
      as they were typed, and in capitals. A request ID that the caller chose is looked for in the latest{" "}
      {formatCount(requestRowsMax)} records of each kind; the logs have older ones.
    </p>
  </div>
);
