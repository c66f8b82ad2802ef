import type { WriteStream } from "node:tty";
import { Presets, SingleBar } from "cli-progress";

/** Shows the current step. */
export interface Progress {
  /** Total number of steps; called once, before the first. */
  begin(steps: number): void;
  /** Names the step that begins. */
  step(label: string): void;
  /** Restores the terminal. */
  stop(): void;
}

/** A bar on a terminal; otherwise a line for each step. */
export function createProgress(stream: WriteStream): Progress {
  return stream.isTTY ? createBar(stream) : createLines(stream);
}

const barWidth = 30;
const redrawsPerSecond = 4;

function createBar(stream: WriteStream): Progress {
  const bar = new SingleBar(
    {
      format: "  {bar} {value}/{total}  {duration_formatted}  {label}",
      barsize: barWidth,
      hideCursor: true,
      // The harness handles Ctrl-C, since it ends the servers first.
      gracefulExit: false,
      clearOnComplete: true,
      fps: redrawsPerSecond,
      // Keeps the time running within a step.
      forceRedraw: true,
      stream,
    },
    Presets.shades_classic,
  );
  let begun = -1;
  return {
    begin: (steps) => bar.start(steps, 0, { label: "" }),
    step(label) {
      begun += 1;
      bar.update(begun, { label });
    },
    stop: () => bar.stop(),
  };
}

function createLines(stream: WriteStream): Progress {
  let total = 0;
  let begun = 0;
  return {
    begin(steps) {
      total = steps;
    },
    step(label) {
      begun += 1;
      stream.write(`[${String(begun).padStart(String(total).length)}/${total}] ${label}\n`);
    },
    stop: () => undefined,
  };
}
