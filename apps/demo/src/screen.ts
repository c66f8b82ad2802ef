import type { WriteStream } from "node:tty";
import { columnsMax, formatCount, writeFitting } from "@rewards/runtime";
import { Presets, SingleBar } from "cli-progress";

/** Shows the progress of one part of the day. */
interface Progress {
  step(): void;
  stop(): void;
}

/** Prints lines, and below them the progress of one task. */
export interface Screen {
  /** How many columns a line may have. */
  readonly width: number;
  print(line: string): void;
  /** The title of the latest progress. */
  doing(): string;
  /** Without a total it only takes the title. */
  startProgress(title: string, total: number | undefined): Progress;
}

const titleWidth = 10;
const barWidthMax = 40;
/** The columns of the count, which is shown twice, and of the text around it. */
const countsWidth = 18;
const plainEveryShare = 0.25;
const clearLine = "\r\u001B[K";

/** On a terminal progress is a bar; elsewhere it is a line for every quarter. */
export function createScreen(stream: WriteStream): Screen {
  let bar: SingleBar | undefined;
  let current = "the start";
  const width = Math.min(stream.columns || columnsMax, columnsMax);
  const print = (line: string): void => {
    // The bar draws itself again, below the line, when it moves on.
    if (bar) stream.write(clearLine);
    writeFitting(stream, line);
  };

  function startBar(title: string, total: number): Progress {
    const own = new SingleBar(
      {
        format: `  ${title.padEnd(titleWidth)} {bar} {value}/{total}`,
        barsize: Math.max(1, Math.min(barWidthMax, width - titleWidth - countsWidth)),
        hideCursor: true,
        gracefulExit: false,
        stream,
      },
      Presets.shades_classic,
    );
    bar = own;
    own.start(total, 0);
    return {
      step: () => bar === own && own.increment(),
      stop() {
        if (bar !== own) return;
        own.stop();
        bar = undefined;
      },
    };
  }

  return {
    width,
    print,
    doing: () => current,
    startProgress(title, total) {
      current = title;
      if (total === undefined) return { step: () => undefined, stop: () => undefined };
      return stream.isTTY ? startBar(title, total) : startLines(title, total, print);
    },
  };
}

function startLines(title: string, total: number, print: (line: string) => void): Progress {
  let done = 0;
  let shown = 0;
  return {
    step() {
      done += 1;
      if (done < total && done - shown < total * plainEveryShare) return;
      shown = done;
      print(`  ${title.padEnd(titleWidth)} ${formatCount(done)} of ${formatCount(total)}`);
    },
    stop: () => undefined,
  };
}
