import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** A process that started a server and holds it, to be ended by force. */
export interface Holder<T> {
  readonly started: T;
  /** SIGKILL; resolves when the process is gone, its server is not. */
  kill(): Promise<void>;
}

/**
 * Evaluates `expression` in another Node process, with the package's exports as `embedded`, and
 * gives what it resolves to, as JSON. For tests; needs a build.
 */
export async function holdServer<T>(expression: string): Promise<Holder<T>> {
  if (!existsSync(built)) throw new Error("This test needs a build: run `npm run build` first.");
  const code = `
    import * as embedded from ${JSON.stringify(built)};
    const started = await ${expression};
    console.log(JSON.stringify(started));
    setInterval(() => undefined, 60_000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await Promise.race([firstLine(child), failOnExit(child)]);
  return {
    started: JSON.parse(line) as T,
    kill: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout) createInterface({ input: child.stdout }).once("line", resolve);
  });
}

function failOnExit(child: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    child.once("exit", (code) => reject(new Error(`The process ended with code ${code}.`)));
  });
}
