import { type ActionDefinition, AppError, statusAfter } from "@rewards/domain";
import type { Tx } from "../client.ts";
import type { ActionCall } from "../object/object.types.ts";
import { repeatFinders } from "../plugins.ts";

/** The first answer of a call. */
interface Repeated {
  readonly status: string;
  readonly version: number;
  readonly isReplayed: true;
}

/** The answers to calls that were done before, by the key in their content: whatever has become of the record since. */
export async function findRepeated(
  tx: Tx,
  action: ActionDefinition,
  calls: readonly ActionCall[],
  records: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, AppError | Repeated>> {
  const find = action.effect && repeatFinders[action.effect];
  if (!find) return new Map();
  const status = statusAfter(action) ?? "";
  const found = await find(
    tx,
    calls.filter(({ id }) => records.has(id)),
  );
  return new Map(
    [...found].map(([id, one]) => [
      id,
      one instanceof AppError ? one : { status, version: one.version, isReplayed: true },
    ]),
  );
}
