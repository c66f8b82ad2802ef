import type { ConsoleContext } from "../context.ts";

/** Where an attempt to log in comes from. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

export const originOf = (c: ConsoleContext): Origin => ({ address: c.var.address, requestId: c.var.requestId });
