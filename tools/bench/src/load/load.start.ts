import { fileURLToPath } from "node:url";
import { startAsked } from "../process/asked.ts";
import type { LoadResult, LoadSpec } from "./load.types.ts";

/** The generator, in a process of its own: its CPU is read apart from all else, and the harness does not slow it. */
export interface Load {
  run(spec: LoadSpec): Promise<LoadResult>;
  stop(): void;
}

export async function startLoad(): Promise<Load> {
  const script = fileURLToPath(new URL("./load.main.js", import.meta.url));
  const { ask, stop } = await startAsked<LoadSpec, LoadResult>("load generator", script);
  return { run: ask, stop };
}
