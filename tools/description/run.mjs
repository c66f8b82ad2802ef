import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const documentFile = `${root}apps/api/openapi.json`;
/** The newest of the tools want a newer Node than the service: it comes with them. */
export const node = `${here}node_modules/.bin/node`;
const outputLengthMax = 20_000;

/** Process groups that must not outlive this process, however it ends. */
const groups = new Set();
process.once("exit", () => {
  for (const group of groups) process.kill(-group, "SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/**
 * Runs a program to its end, and gives what it wrote.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, msMax?: number }} [options]
 * @returns {Promise<string>}
 * @throws where it fails, with what it wrote, or is still running after `msMax`.
 */
export async function run(command, args, { cwd = here, env, msMax = 120_000 } = {}) {
  const program = start(command, args, { cwd, env });
  const timer = setTimeout(() => program.stop(), msMax);
  const code = await program.ended;
  clearTimeout(timer);
  const output = program.output();
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${output.slice(-outputLengthMax)}`);
  return output;
}

/**
 * Starts a program in a process group of its own, so that `stop` ends what it started too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function start(command, args, { cwd = here, env } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  if (child.pid !== undefined) groups.add(child.pid);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      groups.delete(child.pid);
      resolve(code ?? signal);
    });
  });
  return {
    ended,
    output: () => output,
    /** Asks it to end by itself first. */
    async end(msMax) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const timer = setTimeout(() => this.stop(), msMax);
      await ended;
      clearTimeout(timer);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

/**
 * Resolves once `isDone` gives something else than undefined.
 * @template Value
 * @param {string} what
 * @param {() => Value | undefined | Promise<Value | undefined>} isDone
 * @param {number} [msMax]
 * @returns {Promise<Value>}
 */
export async function until(what, isDone, msMax = 60_000) {
  const end = Date.now() + msMax;
  while (Date.now() < end) {
    const value = await isDone();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not come within ${msMax} ms`);
}
