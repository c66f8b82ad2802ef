import type { GateUse } from "@rewards/runtime";
import { networkOfRequest } from "../call.ts";
import { createCallGate, openGate, type RunWrite } from "../gates.ts";
import { createImportPace, type ImportPace } from "./pace.ts";

/** Imports under way, in all and of one network. */
const importsMax = 4;
const ofNetworkMax = 2;
const waitingMax = 100;
/** Equals the Retry-After of a refusal. */
const waitMsMax = 1_000;

/** The imports of a process, which tills must not feel. */
export interface Imports {
  /** Runs an import in its turn. @throws AppError 503 if it waits for too long. */
  readonly run: RunWrite;
  readonly pace: ImportPace;
  readonly use: () => GateUse;
}

/** @param tillMsMax see `createImportPace`. */
export function openImports(tillMsMax: number): Imports {
  const gate = openGate(importsMax, { insideOfKeyMax: ofNetworkMax, waitingMax });
  const keyOf = ({ env }: Parameters<RunWrite>[0]) => networkOfRequest(env.incoming);
  const { run, use } = createCallGate(gate, { keyOf, msMax: waitMsMax });
  return { run, use, pace: createImportPace(tillMsMax) };
}
