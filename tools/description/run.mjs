import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const documentFile = `${root}apps/api/openapi.json`;
/** Some tools need a newer Node than the service, so it is installed with them. */
export const node = `${here}node_modules/.bin/node`;
const outputLengthMax = 20_000;
/** Time that the demo gets to stop its servers. */
const endMsMax = 60_000;

const leftovers = [];
let cleaning = Promise.resolve();

/**
 * Registers what must not outlive the step, however the step ends.
 * @param {() => unknown} remove
 */
export function afterStep(remove) {
  leftovers.push(remove);
}

/** Removes what the step left, newest first. */
export function cleanUp() {
  cleaning = cleaning.then(async () => {
    while (leftovers.length > 0) await leftovers.pop()();
  });
  return cleaning;
}

/**
 * Runs a program to its end and returns its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @throws an error with its output, if it fails.
 */
export async function run(command, args, options) {
  const program = start(command, args, options);
  if ((await program.ended) !== 0) await failAtEnd(program);
  return program.output();
}

/**
 * Starts a program for the rest of the step. The step's end asks it to stop and kills what is left of its process
 * group.
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
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  afterStep(async () => {
    if (!isRunning()) return;
    child.kill("SIGTERM");
    const timer = setTimeout(() => killGroup(child), endMsMax);
    await ended.catch(() => {});
    clearTimeout(timer);
    killGroup(child);
  });
  return { name: [command, ...args].join(" "), ended, isRunning, output: () => output };
}

function killGroup({ pid }) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing is left of it.
  }
}

/** @throws an error with the program's output, when the program ends. */
export async function failAtEnd({ name, ended, output }) {
  throw new Error(`${name} ended with ${await ended}\n${output().slice(-outputLengthMax)}`);
}

/**
 * Waits until `findValue` finds something.
 * @template Value
 * @param {ReturnType<typeof start>} program
 * @param {() => Value | undefined | Promise<Value | undefined>} findValue
 * @returns {Promise<Value>} the first value that is not undefined
 * @throws an error with the program's output, if it ends first.
 */
export async function waitFor(program, findValue) {
  while (program.isRunning()) {
    const value = await findValue();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return failAtEnd(program);
}

/**
 * Listens on a free local port for the rest of the step.
 * @param {import("node:http").RequestListener} listener
 * @returns {Promise<string>} its URL
 */
export async function serve(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterStep(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}`;
}
