import { AppError } from "@rewards/domain";
import { createFairGate, type GateUse } from "@rewards/runtime";
import { turnOf } from "./author.ts";
import type { ApiContext } from "./context.ts";
import { callerGone } from "./reader/read.end.ts";

/** Runs the transaction of a call. @throws AppError 503 if too many wait, or the call waited too long for its turn. */
export type RunWrite = <Result>(c: ApiContext, write: () => Promise<Result>) => Promise<Result>;

/** The part of the connections that these transactions may hold at once; one caller may hold three quarters of it. */
const heldPart = 0.6;
const heldOfCallerPart = 0.75;
const waitingMax = 1_000;
const waitMsMax = 10_000;

/**
 * Bounds the connections that actions, operators' calls and revocations of tokens hold. Such a transaction waits for the
 * locks of its record. Without this bound a hundred calls of one client would hold every connection, and the sales of all
 * tills would wait for one. Callers take turns. A call waits after its body was read, so that a body that arrives slowly
 * holds no place.
 */
export function createWriteGate(connections: number): { readonly run: RunWrite; readonly use: () => GateUse } {
  const insideMax = Math.max(1, Math.floor(connections * heldPart));
  const gate = createFairGate({
    insideMax,
    insideOfKeyMax: Math.max(1, Math.floor(insideMax * heldOfCallerPart)),
    waitingMax,
    waitingOfKeyMax: waitingMax / 2,
    onOverload: () => new AppError("Error_Service_Overloaded"),
  });
  const run: RunWrite = async (c, write) => {
    const { outgoing } = c.env;
    const late = new AbortController();
    const onClose = () => late.abort(callerGone);
    const timer = setTimeout(() => late.abort(new AppError("Error_Service_Overloaded")), waitMsMax);
    outgoing.once("close", onClose);
    const leave = await gate.enter(turnOf(c), late.signal).finally(() => {
      clearTimeout(timer);
      outgoing.off("close", onClose);
    });
    return write().finally(leave);
  };
  return { run, use: () => gate.use() };
}
