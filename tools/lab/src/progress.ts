import type { WriteStream } from "node:tty";
import { Presets, SingleBar } from "cli-progress";

/** Shows what is under way. */
export interface Progress {
  /** How many steps there are in all; called once, before the first. */
  begin(steps: number): void;
  /** Names the step that begins now. */
  step(label: string): void;
}

export interface StoppableProgress extends Progress {
  /** Leaves the terminal as it was. */
  stop(): void;
}

/** On a terminal a bar; elsewhere a line for every step. */
export function createProgress(stream: WriteStream): StoppableProgress {
  return stream.isTTY ? createBar(stream) : createLines(stream);
}

const barWidth = 30;
const redrawsPerSecond = 4;

function createBar(stream: WriteStream): StoppableProgress {
  const bar = new SingleBar(
    {
      format: "  {bar} {value}/{total}  {duration_formatted}  {label}",
      barsize: barWidth,
      hideCursor: true,
      // Ctrl-C is the harness's, which ends the servers first.
      gracefulExit: false,
      clearOnComplete: true,
      fps: redrawsPerSecond,
      // So that the time goes on within a step.
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

function createLines(stream: WriteStream): StoppableProgress {
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
