import { hidesRecords, parseAmount, type Scope } from "@rewards/domain";
import { CommandError } from "../error.ts";

export interface ScopeOptions {
  readonly programmes?: string;
  readonly stores?: string;
  readonly largestAdjustment?: string;
}

/**
 * Reads what a client is limited to.
 * @throws CommandError if a list is empty, the amount is malformed or negative, or a client that is limited to programmes
 * or stores has operators' rights.
 */
export function readScope({ programmes, stores, largestAdjustment }: ScopeOptions, rights: string): Scope {
  const scope: Scope = {
    ...(programmes !== undefined && { programmes: readList("--programmes", programmes) }),
    ...(stores !== undefined && { stores: readList("--stores", stores) }),
    ...(largestAdjustment !== undefined && { largestAdjustment: readLargest(largestAdjustment) }),
  };
  if (hidesRecords(scope) && /\boperator:/i.test(rights))
    throw new CommandError("A client with --programmes or --stores cannot have rights of operators.");
  return scope;
}

/** An empty list would be a client that sees nothing: more likely, a variable of a script is not set. */
function readList(option: string, text: string): string[] {
  const names = [...new Set(text.split(/\s+/).filter(Boolean))];
  if (names.length === 0) throw new CommandError(`${option} is empty: name at least one, or leave it out.`);
  return names;
}

function readLargest(text: string): string {
  const amount = parseAmount(text);
  if (amount === undefined || amount < 0n)
    throw new CommandError("--largest-adjustment must be an amount such as 500, with at most four decimals.");
  return text;
}

/** What a client is limited to, in one line; empty if it is not limited. */
export function describeScope(scope: { readonly [Part in keyof Scope]?: Scope[Part] | null }): string {
  const { programmes, stores, largestAdjustment } = scope;
  return [
    programmes && `programmes ${programmes.join(" ")}`,
    stores && `stores ${stores.join(" ")}`,
    largestAdjustment && `adjustments to ${largestAdjustment}`,
  ]
    .filter(Boolean)
    .join(", ");
}
