import { randomUUID } from "node:crypto";
import { everyRight, fitsLength, isGranted, isText, stringLengthMax } from "@rewards/domain";
import { requestRowsMax } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { Table, Time } from "../page/elements.tsx";
import type { Suspicion } from "../page/page.error.ts";
import type { Page } from "../page/page.ts";
import { pathOfRecord } from "../record/record.facts.tsx";
import { findRights, type LookUp, lastLookUps, lookUps, matchesMax } from "./find.lookups.ts";

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
      <li>the e-mail address or mobile number of a member</li>
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
        textOf(match, "Name"),
        textOf(match, "Status"),
        <Time at={match.record["CreateDateTime"]} />,
      ])}
    />
    <p class="note">At most {matchesMax} of each kind.</p>
  </>
);

const MatchLink = ({ match: { id, path } }: { readonly match: Match }) =>
  path === undefined ? <span>{id}</span> : <a href={path}>{id}</a>;

const textOf = ({ record }: Match, name: string): string => String(record[name] ?? "");
const keyOf = (match: Match) =>
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

/** A record that has the key. */
interface Match {
  readonly id: string;
  readonly class: string;
  /** Its page; undefined if it has none. */
  readonly path: string | undefined;
  readonly record: Readonly<Record<string, unknown>>;
}

/** What was found, and where it was looked for. */
export interface Findings {
  readonly matches: readonly Match[];
  /** The names of look-ups. */
  readonly searched: readonly string[];
  /** Look-ups that did not run, with the reason. */
  readonly left: readonly { readonly name: string; readonly why: string }[];
}

/** Whether a text can be a key at all. */
const isKey = (text: string): boolean => text !== "" && isText(text) && fitsLength(text, stringLengthMax);

/** Looks a key up in everything that the viewer may read. @throws AppError 503 if Postgres takes too long. */
export async function find(c: ConsoleContext, viewer: Viewer, deps: ConsoleDeps, text: string): Promise<Findings> {
  const guesser = viewer.token === undefined ? c.var.address : viewer.name;
  const reasons: Reasons = {
    viewer,
    isShut: deps.guesses.isShut(guesser),
    isKeyMissing: await deps.views.isKeyMissing(),
  };
  if (reasons.isShut) reportGuesses(c, viewer, deps);
  const first = await run(lookUps, text, reasons, deps);
  const findings = first.matches.length > 0 ? first : join(first, await run(lastLookUps, text, reasons, deps));
  if (findings.matches.length === 0) deps.guesses.count(guesser);
  return findings;
}

/** Runs all look-ups once and drops the results: code is compiled, connections open, and Postgres' caches filled. */
export async function warmUpSearch(reads: Pick<ConsoleDeps, "read" | "views">): Promise<void> {
  const [text, viewer] = [randomUUID(), { name: "console", rights: everyRight, token: undefined }];
  for (const { formOf, look } of [...lookUps, ...lastLookUps]) {
    const form = formOf ? formOf(text) : text;
    if (form !== undefined) await look(form, viewer, reads);
  }
}

/** Somebody whose searches go on finding nothing may be guessing voucher codes. */
function reportGuesses(c: ConsoleContext, { name: actor }: Viewer, { reportSuspect }: ConsoleDeps): void {
  const { address: origin, requestId } = c.var;
  reportSuspect({ actor, origin, requestId, detail: { reason: "guesses" satisfies Suspicion } });
}

interface Reasons {
  readonly viewer: Viewer;
  readonly isShut: boolean;
  readonly isKeyMissing: boolean;
}

/** Why a look-up does not run. */
function reasonOf({ right, isGuessable, isPersonal }: LookUp, { viewer, isShut, isKeyMissing }: Reasons) {
  if (!isGranted(viewer.rights, right)) return `you need the right ${right}`;
  if (isGuessable && isShut) return "too many searches found nothing; wait a minute";
  if (isPersonal && isKeyMissing) return "PERSONAL_DATA_KEYS of the console lacks a key";
  return undefined;
}

async function run(all: readonly LookUp[], text: string, reasons: Reasons, deps: ConsoleDeps): Promise<Findings> {
  const suited = all.flatMap((lookUp) => {
    const form = lookUp.formOf ? lookUp.formOf(text) : text;
    return form === undefined ? [] : [{ lookUp, form, why: reasonOf(lookUp, reasons) }];
  });
  const matches = new Map<string, Match>();
  for (const { lookUp, form, why } of suited) {
    if (why !== undefined) continue;
    for (const record of await lookUp.look(form, reasons.viewer, deps)) {
      const match = matchOf(record);
      matches.set(match.id, match);
    }
  }
  return {
    matches: [...matches.values()],
    searched: suited.flatMap(({ lookUp: { name }, why }) => (why === undefined ? [name] : [])),
    left: suited.flatMap(({ lookUp: { name }, why }) => (why === undefined ? [] : [{ name, why }])),
  };
}

/** A ledger entry has no page. Its match leads to the record that caused it, or else to its member. */
function matchOf(record: Match["record"]): Match {
  const idOf = (name: string) => (record[name] as { ID?: string } | undefined)?.ID ?? "";
  const id = String(record["ID"]);
  const path = pathOfRecord(id) ?? pathOfRecord(idOf("Source")) ?? pathOfRecord(idOf("Member"));
  return { id, class: String(record["@class"]), path, record };
}

const join = (one: Findings, other: Findings): Findings => ({
  matches: [...one.matches, ...other.matches],
  searched: [...one.searched, ...other.searched],
  left: [...one.left, ...other.left],
});
