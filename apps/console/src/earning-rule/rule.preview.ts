import { type DraftRule, previewRule, type RulePreview } from "@rewards/operations";
import type { ReadRecords } from "../replica.ts";

/** Runs a preview, or says that another one is running. */
export type PreviewRule = (draft: DraftRule) => Promise<RulePreview | "late" | "busy">;

/** One at a time, from a replica if there is one: previews share a server with tills. */
export function createRulePreview(read: ReadRecords): PreviewRule {
  let isBusy = false;
  return async (draft) => {
    if (isBusy) return "busy";
    isBusy = true;
    try {
      return await read((sql) => previewRule(sql, draft));
    } finally {
      isBusy = false;
    }
  };
}
