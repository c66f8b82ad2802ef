import { createClosers } from "@rewards/lab/closers";
import { awaitSignal } from "@rewards/lab/signal";
import { createProgram, type RunDrill } from "./program.ts";
import { formatDrill } from "./report/report.ts";

const closers = createClosers();
const startedMs = performance.now();

function say(line: string): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  process.stderr.write(`[${seconds.padStart(3)} s] ${line}\n`);
}

/** The exit code is 0 if every bar holds; 1 if one does not, or the drill failed. */
const run: RunDrill = async (title, options, drill) => {
  const report = await drill({ ...options, env: process.env, say, closers });
  process.stdout.write(`${formatDrill(title, report).join("\n")}\n`);
  await end(report.bars.every(({ holds }) => holds) ? 0 : 1);
};

async function end(code: number): Promise<never> {
  // Failures to close an interrupted run mean nothing.
  await closers.close().catch(() => undefined);
  process.exit(code);
}

void awaitSignal().then(end);

await createProgram(run)
  .parseAsync()
  .catch(async (error: unknown) => {
    process.stderr.write(`drill: ${error instanceof Error ? error.stack : String(error)}\n`);
    await end(1);
  });
