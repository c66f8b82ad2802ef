import type { CallKind } from "../load/call.ts";
import { editKey, endKey, tiersKey } from "../load/make.rule.ts";
import { doneMsOf } from "../load/record.ts";
import { capped, firstRegulars, shopRules, shopTiers } from "../servers/shop.rules.ts";
import { clubOf } from "../servers/shop.ts";
import { type Asked, askedOf, checkByKey, type Evidence, type Rule } from "./book.ts";
import { checkCount } from "./count.check.ts";
import type { EntryRow, SaleRow, Tiers, VersionRow, VersionRule } from "./facts.ts";
import { type Finding, rowFinding } from "./finding.ts";
import { isInForce, isOfSegment, rulesAt } from "./season.ts";

const changeKinds = ["rule", "editRule", "endRule", "tiers"] as const;

/** What a version changes. */
interface Change {
  readonly kind: CallKind;
  readonly key: string;
  readonly version: VersionRow;
}

const textOf = (part: VersionRule | Tiers | null | undefined) => JSON.stringify(part);

function changesOf(last: VersionRow, version: VersionRow): Change[] {
  const { rules: before, tiers } = last;
  const earlier = new Map(before.map((rule) => [rule.id, rule]));
  const isHere = new Set(version.rules.map(({ id }) => id));
  const changed = version.rules.filter((rule) => textOf(rule) !== textOf(earlier.get(rule.id)));
  return [
    ...changed.map(({ id, to, ...body }): Change => {
      if (to !== undefined) return { kind: "endRule", key: endKey(id), version };
      return { kind: earlier.has(id) ? "editRule" : "rule", key: editKey(id, body), version };
    }),
    // No call asks for this.
    ...before
      .filter(({ id }) => !isHere.has(id))
      .map(({ id }): Change => ({ kind: "endRule", key: `${id} is gone`, version })),
    ...(textOf(tiers) === textOf(version.tiers)
      ? []
      : [{ kind: "tiers", key: tiersKey(version.tiers), version } as const]),
  ];
}

const isOfShop = ({ rules, tiers }: VersionRow): boolean =>
  rules.map(textOf).join() === shopRules.map(textOf).join() &&
  tiers !== null &&
  textOf(tiers) === textOf(shopTiers(tiers.counts));

/** The version with the shop's rules and tiers with which the round begins, and those that its changes made. */
const versionsOfRound = ({ facts: { versions } }: Evidence): VersionRow[] => {
  return versions.slice(Math.max(0, versions.findLastIndex(isOfShop)));
};

function changes(evidence: Evidence): Change[] {
  const versions = versionsOfRound(evidence);
  return versions.slice(1).flatMap((version, index) => changesOf(versions[index] as VersionRow, version));
}

/** Every answered change of a rule or the tiers is one version with all before it, and no version has another change. */
export const checkVersions: Rule = (evidence) => {
  const made = changes(evidence);
  const isRight = versionsOfRound(evidence).length === made.length + 1;
  return [
    ...(isRight
      ? []
      : [rowFinding("false", "versions", "a version has other than one change", ...evidence.facts.versions)]),
    ...changeKinds.flatMap((kind) =>
      checkByKey(
        evidence,
        kind,
        made.filter((one) => one.kind === kind),
        checkCount,
      ),
    ),
  ];
};

/** Who was added to the segment is or was in it, once, and who was removed is no more. */
export const checkRegulars: Rule = (evidence) => {
  const { regulars } = evidence.facts;
  const joined = regulars.filter(({ key }) => !firstRegulars.includes(key));
  const left = regulars.filter(({ until }) => until !== null);
  return [...checkByKey(evidence, "join", joined, checkCount), ...checkByKey(evidence, "leave", left, checkCount)];
};

/** Whether a call of these kinds was answered before something was sent, ms. */
function knownBy(evidence: Evidence, ...kinds: readonly CallKind[]) {
  const answered = new Map(
    kinds.flatMap((kind) =>
      askedOf(evidence, kind).map(({ key, accepted }) => [`${kind} ${key}`, Math.min(...accepted.map(doneMsOf))]),
    ),
  );
  return (kind: CallKind, key: string, sentMs: number) => (answered.get(`${kind} ${key}`) ?? Infinity) < sentMs;
}

const sentAt = ({ calls }: Asked): number =>
  Math.min(...calls.flatMap(({ attempts }) => attempts.map((one) => one.sentMs)));

/** When each sale was first sent, ms. */
const sentSales = (evidence: Evidence) => new Map(askedOf(evidence, "sale").map((asked) => [asked.key, sentAt(asked)]));

/**
 * The tiers that a worker may have known when it posted a sale: those of its time and, of earlier ones, those whose edit was
 * not answered when the sale was sent.
 */
export function tiersKnown(evidence: Evidence): (sale: string, at: Date) => Tiers[] {
  const [sent, isKnown] = [sentSales(evidence), knownBy(evidence, "tiers")];
  const edits = changes(evidence).filter(({ kind }) => kind === "tiers");
  const first = versionsOfRound(evidence)[0]?.tiers;
  return (sale, at) => {
    const all = [...(first ? [first] : []), ...edits.flatMap(({ version: { tiers } }) => tiers ?? [])];
    const known = edits.findLastIndex(({ key }) => isKnown("tiers", key, sent.get(sale) ?? 0)) + 1;
    const made = edits.filter(({ version: { since } }) => since !== null && since <= at).length;
    return all.slice(known, Math.max(made, known) + 1);
  };
}

/**
 * A sale earns by the last version in force when it was made, and by the segment of that time. A change that was not
 * answered when the sale was sent may be missing: a worker may have planned the sale before it was committed.
 */
export const checkNamed: Rule = (evidence) => {
  const { facts } = evidence;
  const isKnown = knownBy(evidence, ...changeKinds, "join", "leave");
  const made = changes(evidence);
  const entries = new Map(facts.entries.flatMap((entry) => (entry.type === "Sale" ? [[entry.source, entry]] : [])));
  const sent = sentSales(evidence);

  function judge({ key, sold, member }: SaleRow, entry: EntryRow, sentMs: number): Finding[] {
    const named = facts.versions.find(({ version }) => version === entry.version);
    const missed = made.find(
      ({ version, ...change }) =>
        named &&
        version.version > named.version &&
        isInForce(version, sold) &&
        isKnown(change.kind, change.key, sentMs),
    );
    if (!named || missed || (named.version > 1 && !isInForce(named, sold)))
      return [
        rowFinding("points", key, "earned by a version that was not in force when it was made", sold, entry, missed),
      ];
    const rule = rulesAt(named, sold).find(isOfSegment);
    const isNamed = entry.why.rules?.some(({ id }) => id === rule?.id) ?? false;
    const times = facts.regulars.filter((one) => one.key === member && one.since <= sold);
    const may = times.some(({ until }) => until === null || sold < until || !isKnown("leave", member, sentMs));
    const must = times.some(
      ({ until }) =>
        (until === null || sold < until) && (firstRegulars.includes(member) || isKnown("join", member, sentMs)),
    );
    if (!rule || (isNamed ? may : !must)) return [];
    return [rowFinding("points", key, "earned by the segment of another time", sold, entry, ...times)];
  }

  return facts.sales.flatMap((row) => {
    const entry = entries.get(row.id);
    return entry && clubOf(row.member) === undefined ? judge(row, entry, sent.get(row.key) ?? 0) : [];
  });
};

/** Whether the rule with the cap gave less than it measured. */
export const isCapMet = ({ why }: Pick<EntryRow, "why">): boolean =>
  why.sums?.some(({ key, before, value }) => {
    const [, cap] = /cap:([\d.]+)/.exec(key) ?? [];
    return key.startsWith(capped.id) && before + value > Number(cap);
  }) ?? false;

/** The sale earned by the version that this edit made. */
export const checkEarnedBy =
  (sale: string, edit: string): Rule =>
  (evidence) => {
    const { sales, entries } = evidence.facts;
    const made = changes(evidence).find(({ key }) => key === edit)?.version;
    const row = sales.find(({ key }) => key === sale);
    return entries
      .filter(({ source, type, version }) => made && type === "Sale" && source === row?.id && version !== made.version)
      .map((entry) =>
        rowFinding("points", sale, "earned by another version than the one in force for it", entry, made),
      );
  };
