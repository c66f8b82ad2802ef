import { formatId, type ObjectDefinition } from "@rewards/domain";
import { groupBy, sumOf } from "../list.ts";
import type { Call, CallKind } from "../load/call.ts";
import { answeredId } from "../load/read-back.ts";
import { type Attempt, isAccepted, isRefused, isUnknown, type LoadRecord, type Recorded } from "../load/record.ts";
import type { Facts } from "./facts.ts";
import { type Finding, type FindingKind, finding, rowFinding } from "./finding.ts";

/** All calls of a kind about one record, and their answers. */
export interface Asked {
  readonly key: string;
  readonly calls: readonly Recorded[];
  readonly accepted: readonly Attempt[];
  readonly unknown: readonly Attempt[];
  readonly refused: readonly Attempt[];
  /** The IDs in the answers to creates, as UUIDs are shown. */
  readonly ids: ReadonlySet<string>;
  /** Every answer says that there is no effect. */
  readonly isRefused: boolean;
}

/** The input of a check's rule. */
export interface Evidence {
  readonly record: LoadRecord;
  readonly facts: Facts;
}

export type Rule = (evidence: Evidence) => Finding[];

/** A rule that reports `broken` unless `holds`, which is known when the rule is made. */
export const unless =
  (holds: boolean, ...broken: Parameters<typeof rowFinding>): Rule =>
  () =>
    holds ? [] : [rowFinding(...broken)];

/** What would be broken if something is so. */
export type Case = readonly [isSo: boolean, kind: FindingKind, message: string];

/** The first case that is so, as a finding about the calls of a record. */
export function firstBreak(asked: Asked, rows: readonly unknown[], cases: readonly Case[]): Finding[] {
  const broken = cases.find(([isSo]) => isSo);
  return broken ? [finding(broken[1], asked, broken[2], ...rows)] : [];
}

export function askedOf({ record }: Evidence, kind: CallKind): Asked[] {
  const calls = record.calls.filter(({ call }) => call.kind === kind);
  return [...groupBy(calls, ({ call }) => call.key)].map(([key, group]) => {
    const attempts = group.flatMap((one) => one.attempts);
    const [accepted, unknown, refused] = [isAccepted, isUnknown, isRefused].map((is) => attempts.filter(is)) as [
      Attempt[],
      Attempt[],
      Attempt[],
    ];
    const ids = new Set(accepted.map((attempt) => answeredId(attempt) ?? ""));
    return { key, calls: group, accepted, unknown, refused, ids, isRefused: accepted.length + unknown.length === 0 };
  });
}

/**
 * Compares the rows of each key with the calls about it by `check`. A row whose key is in no call is a finding.
 */
export function checkByKey<Row extends { readonly key: string }>(
  evidence: Evidence,
  kind: CallKind,
  rows: readonly Row[],
  check: (asked: Asked, rows: readonly Row[]) => Finding[],
): Finding[] {
  const asked = askedOf(evidence, kind);
  const known = new Set(asked.map(({ key }) => key));
  const byKey = groupBy(rows, ({ key }) => key);
  return [
    ...rows
      .filter(({ key }) => !known.has(key))
      .map((row) => rowFinding("unrequested", row.key, "no call requested it", row)),
    ...asked.flatMap((one) => check(one, byKey.get(one.key) ?? [])),
  ];
}

/** Calls that together have at most one effect if `isOnce`; otherwise each request is a separate effect. */
interface Effect {
  readonly call: Call;
  readonly attempts: readonly Attempt[];
  readonly isOnce: boolean;
}

/** Calls with one Idempotency-Key have at most one effect together. */
export function effectsOf(calls: readonly Recorded[]): Effect[] {
  const [keyed, others] = [true, false].map((isKeyed) =>
    calls.filter(({ call }) => (call.idempotencyKey !== undefined) === isKeyed),
  ) as [Recorded[], Recorded[]];
  return [
    ...[...groupBy(keyed, ({ call }) => `${call.idempotencyKey} ${call.path}`).values()].flatMap(effectOfKey),
    ...others.map(({ call, attempts }) => ({ call, attempts, isOnce: false })),
  ];
}

/** Of several bodies under one key, the accepted one; if none was accepted, any of them. */
function effectOfKey(group: readonly Recorded[]): Effect[] {
  const taken = group.find((one) => one.attempts.some(isAccepted));
  const bodies = taken ? [group] : [...groupBy(group, ({ call }) => call.variant).values()];
  return bodies.map((same) => ({
    call: (taken ?? (same[0] as Recorded)).call,
    attempts: same.flatMap((one) => one.attempts),
    isOnce: true,
  }));
}

/** The minimum and maximum number of effects that the calls must have. */
export function countEffects({ calls }: Pick<Asked, "calls">): { readonly least: number; readonly most: number } {
  const counts = effectsOf(calls).map(({ attempts, isOnce }) => {
    const accepted = attempts.filter(isAccepted).length;
    const open = accepted + attempts.filter(isUnknown).length;
    return isOnce ? { least: Math.min(accepted, 1), most: Math.min(open, 1) } : { least: accepted, most: open };
  });
  return { least: sumOf(counts.map(({ least }) => least)), most: sumOf(counts.map(({ most }) => most)) };
}

export const publicId = ({ idPrefix }: ObjectDefinition, uuid: string) => formatId(idPrefix, uuid);
