import { fileURLToPath } from "node:url";
import { type AskedProcess, startAsked } from "../process/asked.ts";
import type { HostileQuestion, HostileResult } from "./hostile.types.ts";

/** The hostile callers, in a process apart from the tills': only the service is to feel them. */
export function startHostile(): Promise<AskedProcess<HostileQuestion, HostileResult>> {
  const script = fileURLToPath(new URL("./hostile.main.js", import.meta.url));
  return startAsked("hostile callers", script);
}
