import { randomUUID } from "node:crypto";
import { everyRight, isGranted } from "@rewards/domain";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { Suspicion } from "../page/page.error.ts";
import { pathOfRecord } from "../record/record.facts.tsx";
import { isKey, keyForms } from "./find.forms.ts";
import { lastLookUps } from "./find.last.ts";
import { keyLookUps, type LookUp, lookUps } from "./find.lookups.ts";

/** A record that has the key. */
export interface Match {
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

/** Looks a key up in everything that the viewer may read. @throws AppError 503 if Postgres takes too long. */
export async function find(c: ConsoleContext, viewer: Viewer, deps: ConsoleDeps, text: string): Promise<Findings> {
  const guesser = viewer.token === undefined ? c.var.address : viewer.name;
  const reasons: Reasons = {
    viewer,
    isShut: deps.guesses.isShut(guesser),
    isKeyMissing: await deps.views.isKeyMissing(),
    isSealed: deps.views.isSealed,
  };
  if (reasons.isShut) reportGuesses(c, viewer, deps);
  const first = await runInCapitalsToo(text, reasons, deps);
  const findings = first.matches.length > 0 ? first : join(first, await run(lastLookUps, text, reasons, deps));
  if (findings.matches.length === 0) deps.guesses.count(guesser);
  return findings;
}

/** The first records that a text finds while somebody types it. Voucher codes are not looked for: each text is a guess. */
export async function findWhileTyping(viewer: Viewer, deps: ConsoleDeps, text: string): Promise<readonly Match[]> {
  if (!isKey(text) || text.length < typedMin) return [];
  const reasons = {
    viewer,
    isShut: true,
    isKeyMissing: await deps.views.isKeyMissing(),
    isSealed: deps.views.isSealed,
  };
  return (await runInCapitalsToo(text, reasons, deps)).matches.slice(0, hitsMax);
}

const typedMin = 3;
const hitsMax = 8;

/** Runs all look-ups once and drops the results: code is compiled, connections open, and Postgres' caches filled. */
export async function warmUpSearch(reads: Pick<ConsoleDeps, "read" | "views">): Promise<void> {
  const [text, viewer] = [randomUUID(), { name: "console", rights: everyRight, token: undefined }];
  for (const { formOf, look } of [...lookUps, ...lastLookUps]) {
    const form = formOf ? formOf(text) : text;
    if (form !== undefined) await look(form, viewer, { ...reads, hasNames: false });
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
  readonly isSealed: boolean;
}

/** Why a look-up does not run. */
function reasonOf(
  { right, isGuessable, isPersonal, isOfPart }: LookUp,
  { viewer, isShut, isKeyMissing, isSealed }: Reasons,
) {
  if (!isGranted(viewer.rights, right)) return `you need the right ${right}`;
  if (isGuessable && isShut) return "too many searches found nothing; wait a minute";
  if (isOfPart && isSealed) return "names are encrypted";
  if (isPersonal && isKeyMissing) return "PERSONAL_DATA_KEYS of the console lacks a key";
  return undefined;
}

async function runInCapitalsToo(text: string, reasons: Reasons, deps: ConsoleDeps): Promise<Findings> {
  const found = await run(lookUps, text, reasons, deps);
  const [, capitals] = keyForms(text);
  if (found.matches.length > 0 || capitals === undefined) return found;
  const { matches } = await run(keyLookUps, capitals, reasons, deps);
  return { ...found, matches };
}

async function run(all: readonly LookUp[], text: string, reasons: Reasons, deps: ConsoleDeps): Promise<Findings> {
  const suited = all.flatMap((lookUp) => {
    const form = lookUp.formOf ? lookUp.formOf(text) : text;
    // In capitals, or normalised, a text may be too long for a key.
    return form === undefined || !isKey(form) ? [] : [{ lookUp, form, why: reasonOf(lookUp, reasons) }];
  });
  const matches = new Map<string, Match>();
  for (const { lookUp, form, why } of suited) {
    if (why !== undefined) continue;
    for (const record of await lookUp.look(form, reasons.viewer, { ...deps, hasNames: !reasons.isKeyMissing })) {
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
