import { memberInsert } from "../member/member.insert.ts";
import { rewardInsert } from "../reward/reward.insert.ts";
import type { InsertHook } from "./object.types.ts";

/** By noun: what a class writes beside its records when they are created. */
export const insertHooks: Readonly<Record<string, InsertHook>> = { member: memberInsert, reward: rewardInsert };
