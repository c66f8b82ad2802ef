import type { ApiContext, Caller } from "../call.ts";

type CallerNow = () => Caller | undefined;

/** The last valid credential of each connection: a further call with the same header is not hashed. */
interface Proofs {
  /** The caller, if the last valid call of this connection had the same header; undefined if it must be checked. */
  callerOf(c: ApiContext, header: string): Caller | undefined;
  /** @param callerNow gives undefined once anything has changed that the credential depends on. */
  keep(c: ApiContext, header: string, callerNow: CallerNow): void;
}

export function createProofs(): Proofs {
  const proofs = new WeakMap<object, { readonly header: string; readonly callerNow: CallerNow }>();
  return {
    callerOf({ env }, header) {
      const proof = proofs.get(env.incoming.socket);
      return proof?.header === header ? proof.callerNow() : undefined;
    },
    keep({ env }, header, callerNow) {
      proofs.set(env.incoming.socket, { header, callerNow });
    },
  };
}
