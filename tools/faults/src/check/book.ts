import { formatId, type ObjectDefinition } from "@rewards/domain";
import { groupBy, sumOf } from "../list.ts";
import type { Call, CallKind } from "../load/call.ts";
import { answeredId } from "../load/read-back.ts";
import { type Attempt, isAccepted, isRefused, isUnknown, type LoadRecord, type Recorded } from "../load/record.ts";
import type { Facts } from "./facts.ts";
import { type Finding, type FindingKind, showCalls } from "./finding.ts";

/** All calls of a kind about one record, and their answers. */
export interface Asked {
  readonly key: string;
  readonly calls: readonly Recorded[];
  readonly accepted: readonly Attempt[];
  readonly unknown: readonly Attempt[];
  readonly refused: readonly Attempt[];
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

export function askedOf({ record }: Evidence, kind: CallKind): Asked[] {
  const calls = record.calls.filter(({ call }) => call.kind === kind);
  return [...groupBy(calls, ({ call }) => call.key)].map(([key, group]) => {
    const attempts = group.flatMap((one) => one.attempts);
    return {
      key,
      calls: group,
      accepted: attempts.filter(isAccepted),
      unknown: attempts.filter(isUnknown),
      refused: attempts.filter(isRefused),
    };
  });
}

/**
 * Compares the rows of each key with the calls about it by `check`. A row whose key is in no call is a finding.
 */
export function checkByKey<Row>(
  evidence: Evidence,
  kind: CallKind,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  check: (asked: Asked, rows: readonly Row[]) => Finding[],
): Finding[] {
  const asked = askedOf(evidence, kind);
  const known = new Set(asked.map(({ key }) => key));
  const byKey = groupBy(rows, keyOf);
  return [
    ...rows
      .filter((row) => !known.has(keyOf(row)))
      .map((row) => rowFinding("unrequested", keyOf(row), "no call requested it", row)),
    ...asked.flatMap((one) => check(one, byKey.get(one.key) ?? [])),
  ];
}

/** The minimum and maximum number of effects that the calls must have. */
export function countEffects({ calls }: Asked): { readonly least: number; readonly most: number } {
  const counts = effectsOf(calls).map(({ attempts, isOnce }) => {
    const accepted = attempts.filter(isAccepted).length;
    const open = accepted + attempts.filter(isUnknown).length;
    return isOnce ? { least: Math.min(accepted, 1), most: Math.min(open, 1) } : { least: accepted, most: open };
  });
  return { least: sumOf(counts.map(({ least }) => least)), most: sumOf(counts.map(({ most }) => most)) };
}

interface Effect {
  readonly call: Call;
  readonly attempts: readonly Attempt[];
  readonly isOnce: boolean;
}

/**
 * Groups calls that together have at most one effect: all requests with one Idempotency-Key. A request without a key is
 * a separate effect.
 */
export function effectsOf(calls: readonly Recorded[]): Effect[] {
  const keyed = groupBy(
    calls.filter(({ call }) => call.idempotencyKey !== undefined),
    ({ call }) => `${call.idempotencyKey} ${call.path}`,
  );
  return [
    ...[...keyed.values()].flatMap(effectOfKey),
    ...calls
      .filter(({ call }) => call.idempotencyKey === undefined)
      .map(({ call, attempts }) => ({ call, attempts, isOnce: false })),
  ];
}

/** Of several bodies under one key, the accepted one; if none was accepted, any of them. */
function effectOfKey(group: readonly Recorded[]): Effect[] {
  const attempts = group.flatMap((one) => one.attempts);
  const taken = group.find((one) => one.attempts.some(isAccepted));
  if (taken) return [{ call: taken.call, attempts, isOnce: true }];
  return [...groupBy(group, ({ call }) => call.variant).values()].map((same) => ({
    call: (same[0] as Recorded).call,
    attempts: same.flatMap((one) => one.attempts),
    isOnce: true,
  }));
}

/** A finding based on rows. */
export function rowFinding(kind: FindingKind, key: string, message: string, ...evidence: readonly unknown[]): Finding {
  return { kind, key, message, evidence };
}

/** A finding about a single call. */
export function findingOf(
  kind: FindingKind,
  recorded: Recorded,
  message: string,
  ...rows: readonly unknown[]
): Finding {
  return { kind, key: recorded.call.key, message, evidence: [...showCalls([recorded]), ...rows] };
}

/** A finding about all calls of one record. */
export function finding(kind: FindingKind, asked: Asked, message: string, ...rows: readonly unknown[]): Finding {
  return { kind, key: asked.key, message, evidence: [...showCalls(asked.calls), ...rows] };
}

/** The IDs in the answers to creates, as UUIDs are shown. */
export function answeredIds(asked: Asked): Set<string> {
  return new Set(asked.accepted.map((attempt) => answeredId(attempt) ?? ""));
}

export const publicId = ({ idPrefix }: ObjectDefinition, uuid: string) => formatId(idPrefix, uuid);
