import type { FindingKind } from "../check/finding.ts";
import type { Rewrite } from "../proxy/frontend.ts";

/** A replacement in a statement's text on its way to Postgres. */
interface StatementChange {
  readonly matches: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

/** A mechanism that keeps the books right, and how to remove it for a round without a change of the product. */
export interface Guard {
  readonly name: string;
  readonly summary: string;
  /** Runs on the round's database before the round begins. */
  readonly sql?: string;
  readonly changes?: readonly StatementChange[];
  /** Settings removed from the start of the product's sessions. */
  readonly settings?: readonly string[];
  /** Name of a script of faults/src/fleet to preload. */
  readonly preload?: string;
  /** Environment of the product's processes without the guard. */
  readonly env?: Readonly<Record<string, string>>;
  /** The faults that it protects against. */
  readonly faults: readonly string[];
  /** A round without the guard must find at least one of these. */
  readonly finds: readonly FindingKind[];
}

export type Rewriter = ReturnType<typeof createRewriter>;

export function createRewriter({ changes = [], settings = [] }: Pick<Guard, "changes" | "settings"> = {}) {
  const matched = new Set<unknown>();
  const rewrite: Rewrite = {
    statement: (given) =>
      changes.reduce((text, change) => {
        const changed = change.matches.test(text) ? text.replace(change.from, change.to) : text;
        if (changed !== text) matched.add(change);
        return changed;
      }, given),
    keeps(parameter) {
      if (settings.includes(parameter)) matched.add(parameter);
      return !settings.includes(parameter);
    },
  };
  return {
    rewrite,
    /** Changes and settings that matched no statement or session: their guard was not removed. */
    unmatched: () => [
      ...changes.filter((change) => !matched.has(change)).map(({ matches }) => String(matches)),
      ...settings.filter((setting) => !matched.has(setting)),
    ],
  };
}
