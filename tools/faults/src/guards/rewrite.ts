import type { Rewrite } from "../proxy/frontend.ts";
import type { Guard } from "./guard.ts";

export interface Rewriter {
  readonly rewrite: Rewrite;
  /** Changes and settings that matched no statement or session: their guard was not removed. */
  unmatched(): string[];
}

export function createRewriter({ changes = [], settings = [] }: Pick<Guard, "changes" | "settings"> = {}): Rewriter {
  const matched = new Set<unknown>();
  return {
    rewrite: {
      statement(given) {
        let text = given;
        for (const change of changes) {
          if (!change.matches.test(text)) continue;
          const changed = text.replace(change.from, change.to);
          if (changed !== text) matched.add(change);
          text = changed;
        }
        return text;
      },
      keeps(parameter) {
        if (settings.includes(parameter)) matched.add(parameter);
        return !settings.includes(parameter);
      },
    },
    unmatched: () => [
      ...changes.filter((change) => !matched.has(change)).map(({ matches }) => String(matches)),
      ...settings.filter((setting) => !matched.has(setting)),
    ],
  };
}
