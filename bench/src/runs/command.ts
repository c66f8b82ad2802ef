import type { Command as Commander } from "commander";
import type { Report } from "../report/report.ts";
import type { Bench } from "./measure.ts";

/** Shows what is under way. */
export interface Progress {
  /** How many steps there are in all; called once, before the first. */
  begin(steps: number): void;
  /** Names the step that begins now. */
  step(label: string): void;
}

/** A command of the benchmark: one file in this folder, and one line in program.ts. */
export interface BenchCommand<Options = Record<string, unknown>> {
  readonly name: string;
  readonly summary: string;
  /** The command fails where a bar does not hold. */
  readonly failsByBars?: true;
  /** Adds its own options. */
  readonly options?: (command: Commander) => void;
  readonly run: (bench: Bench, options: Options, progress: Progress) => Promise<Report>;
}
