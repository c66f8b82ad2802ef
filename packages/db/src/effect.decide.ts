import { AppError } from "@rewards/domain";
import type { Effect, EffectCall, Effects } from "./object/object.types.ts";

/** What `work` returns, or the AppError that it throws. */
export function refusalOr<Result>(work: () => Result): Result | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Decides calls one after the other, each by itself. One without an effect is left out. */
export function decideEach<Call extends EffectCall>(
  calls: readonly Call[],
  decide: (call: Call) => Effect | undefined,
): Effects {
  return new Map(
    calls.flatMap((call) => {
      const effect = refusalOr(() => decide(call));
      return effect ? [[call.id, effect] as const] : [];
    }),
  );
}
