import type { Progress } from "@rewards/lab/progress";
import type { Report } from "@rewards/lab/report/report";
import type { Command as Commander } from "commander";
import type { Bench } from "./measure.ts";

/** A command of the benchmark: one file in this folder, and one line in main.ts. */
export interface BenchCommand<Options = Record<string, unknown>> {
  readonly name: string;
  readonly summary: string;
  /** The command fails if a bar does not hold. */
  readonly failsByBars?: true;
  /** Adds the command's options. */
  readonly options?: (command: Commander) => void;
  readonly run: (bench: Bench, options: Options, progress: Progress) => Promise<Report>;
}
