import { AppError } from "@rewards/domain";
import { expect, test } from "vitest";
import { mustAskPrimary } from "./replica.refusal.ts";

test("the primary is asked again after a fault of the replica, and after what a replica that is behind may say", () => {
  const conflict = Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" });
  const cancelled = new AppError("Error_DataView_Timeout", undefined, { cause: conflict });
  const stale = (["Error_Object_Unknown", "Error_Object_Archived", "Error_Status_Illegal"] as const).map(
    (code) => new AppError(code),
  );
  for (const error of [conflict, cancelled, ...stale]) expect(mustAskPrimary(error)).toBe(true);
});

test("a call that is wrong is refused at once", () => {
  for (const code of ["Error_Query_Malformed", "Error_PageToken_Invalid", "Error_DataView_Unknown"] as const)
    expect(mustAskPrimary(new AppError(code))).toBe(false);
});
