import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const documentFile = `${root}apps/api/openapi.json`;
/** The newest of the tools want a newer Node than the service: it comes with them. */
export const node = `${here}node_modules/.bin/node`;
const outputLengthMax = 20_000;
/** The demo stops its servers when it is asked to end. */
const endMsMax = 60_000;

const leftovers = [];
let cleaning = Promise.resolve();

/**
 * Names what must not outlive the step, however the step ends.
 * @param {() => unknown} remove
 */
export function afterStep(remove) {
  leftovers.push(remove);
}

/** Removes what the step left, the newest first. */
export function cleanUp() {
  cleaning = cleaning.then(async () => {
    while (leftovers.length > 0) await leftovers.pop()();
  });
  return cleaning;
}

/**
 * Runs a program to its end, and gives what it wrote.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @throws where it fails, with what it wrote.
 */
export async function run(command, args, options) {
  const program = start(command, args, options);
  if ((await program.ended) !== 0) await failAtEnd(program);
  return program.output();
}

/**
 * Starts a program for the rest of the step. It is then asked to end; what is left of its process group is killed.
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

/** @throws once the program ends, with what it wrote. */
export async function failAtEnd({ name, ended, output }) {
  throw new Error(`${name} ended with ${await ended}\n${output().slice(-outputLengthMax)}`);
}

/**
 * Waits for something that a program does.
 * @template Value
 * @param {ReturnType<typeof start>} program
 * @param {() => Value | undefined | Promise<Value | undefined>} findValue
 * @returns {Promise<Value>} the first that is not undefined
 * @throws where the program ends before, with what it wrote.
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
 * Serves on a free port of this machine for the rest of the step.
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
