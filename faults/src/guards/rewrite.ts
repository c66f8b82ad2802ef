import type { Rewrite } from "../proxy/frontend.ts";
import type { StatementChange } from "./guard.ts";

export interface Rewriter {
  readonly rewrite: Rewrite;
  /** The changes that no statement has matched: such a guard was not taken away. */
  unmatched(): StatementChange[];
}

export function createRewriter(changes: readonly StatementChange[] = []): Rewriter {
  const matched = new Set<StatementChange>();
  return {
    rewrite(statement) {
      let text = statement;
      for (const change of changes) {
        if (!change.matches.test(text)) continue;
        const changed = text.replace(change.from, change.to);
        if (changed !== text) matched.add(change);
        text = changed;
      }
      return text;
    },
    unmatched: () => changes.filter((change) => !matched.has(change)),
  };
}
