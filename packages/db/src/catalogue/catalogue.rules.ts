import { compileRules, type EarningVersion, type Programme, parseRules, type RuleSet } from "@rewards/domain";
import { LRUCache } from "lru-cache";
import type { Sql, Tx } from "../client.ts";

/** Most versions whose rules are kept; those of the least recently read are evicted first. */
const setsMax = 50;

/** A version of a programme's rules. */
export interface VersionKey {
  readonly programmeId: string;
  readonly version: number;
}

/** The rules of versions, by `versionName`. Versions never change, so what was read holds for ever. */
export type RuleSets = (versions: readonly VersionKey[]) => Promise<ReadonlyMap<string, RuleSet>>;

export const versionName = ({ programmeId, version }: VersionKey) => `${programmeId}/${version}`;

/** Of these programmes and versions, those that have rules. */
export const versionsWithRules = (
  versions: Iterable<{ readonly programme: Programme; readonly earning: EarningVersion }>,
): VersionKey[] =>
  [...versions].flatMap(({ programme: { id: programmeId }, earning: { hasRules, version } }) =>
    hasRules ? [{ programmeId, version }] : [],
  );

export function createRuleSets(sql: Sql | Tx): RuleSets {
  const cache = new LRUCache<string, RuleSet>({ max: setsMax });
  return async (versions) => {
    const found = new Map<string, RuleSet>();
    const missing = new Map<string, VersionKey>();
    for (const key of versions) {
      const name = versionName(key);
      const known = cache.get(name);
      if (known) found.set(name, known);
      else missing.set(name, key);
    }
    if (missing.size === 0) return found;
    const keys = [...missing.values()];
    const rows = await sql<{ program: string; version: number; rules: string }[]>`
      select v.program, v.version, v.rules from unnest(${keys.map((key) => key.programmeId)}::uuid[], ${keys.map((key) => key.version)}::int[]) as k(program, version)
      join earning_version v on v.program = k.program and v.version = k.version`;
    for (const { program: programmeId, version, rules } of rows) {
      const name = versionName({ programmeId, version });
      const set = compileRules(parseRules(rules));
      cache.set(name, set);
      found.set(name, set);
    }
    return found;
  };
}
