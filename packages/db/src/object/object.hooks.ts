import type { AppError } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { memberInsert } from "../member/member.insert.ts";
import { rewardInsert } from "../reward/reward.insert.ts";
import type { NewRecord } from "./object.insert.ts";

/** What else happens in the transaction that inserts records of a class. */
export interface InsertHook {
  /** Refusals by record ID, read before the insert. */
  readonly refuse?: (tx: Tx, records: readonly NewRecord[]) => Promise<ReadonlyMap<string, AppError>>;
  /** Rows that come with the records that were inserted. */
  readonly after?: (tx: Tx, inserted: readonly NewRecord[]) => Promise<void>;
}

export const insertHooks: Readonly<Record<string, InsertHook>> = { member: memberInsert, reward: rewardInsert };
