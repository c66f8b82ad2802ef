import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { watch } from "chokidar";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const programs = ["apps/cli", "apps/api", "apps/worker", "apps/console"];
/** Editors write a file in several steps, and people save several files. */
const settleMs = 200;
const namesMax = 3;

/**
 * Runs the service as `npm start` does, and restarts it after each source change that compiles. If a change does not
 * compile, the compiler prints why and the last build keeps running. A signal ends it, after all processes that it
 * started have ended.
 */
async function dev() {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopping.abort());
  const changes = watchSources(stopping.signal);
  const service = createService(stopping.signal);
  for (;;) {
    log("compiling …");
    const code = await compile(stopping.signal);
    if (stopping.signal.aborted) break;
    if (code === 0) await service.restart();
    else log(`it does not compile: ${service.isUp() ? "the last build keeps running" : "nothing runs yet"}`);
    const changed = await changes.next();
    if (changed.length === 0) break;
    log(`changed: ${changed.slice(0, namesMax).join(", ")}${changed.length > namesMax ? ", …" : ""}`);
  }
  await Promise.all([service.stop(), changes.close()]);
}

/** @param {string} line */
function log(line) {
  process.stdout.write(`[dev] ${line}\n`);
}

/**
 * Compiles what changed since the last time. The compiler runs in a separate process group, because it starts another
 * process, which a signal to the first one would leave behind.
 * @param {AbortSignal} signal
 * @returns {Promise<number>} the compiler's exit code
 */
function compile(signal) {
  const compiler = join(root, "node_modules", ".bin", "tsc");
  const child = spawn(compiler, ["-b", ...programs], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end);
  return exitOf(child).finally(() => signal.removeEventListener("abort", end));
}

/**
 * The service as a child process. If this process is killed, the child notices the closed channel and ends.
 * @param {AbortSignal} signal after it, nothing is started
 */
function createService(signal) {
  /** @type {{ process: import("node:child_process").ChildProcess, exited: Promise<number> } | undefined} */
  let current;

  function start() {
    const child = spawn(process.execPath, [join(root, "apps/cli/dist/main.js"), "start"], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const started = { process: child, exited: exitOf(child) };
    current = started;
    void started.exited.then((code) => {
      if (current !== started) return;
      current = undefined;
      log(`the service ended with code ${code}; it starts again after the next change`);
    });
  }

  async function stop() {
    const last = current;
    current = undefined;
    last?.process.kill("SIGTERM");
    await last?.exited;
  }

  return {
    isUp: () => current !== undefined,
    stop,
    async restart() {
      if (current) log("restarting the API, the workers, the console and their servers");
      await stop();
      if (!signal.aborted) start();
    },
  };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>} 128 + n after signal n
 */
function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** @param {AbortSignal} signal */
function watchSources(signal) {
  /** @type {Set<string>} */
  const changed = new Set();
  let notify = () => {};
  signal.addEventListener("abort", () => notify());
  const folders = ["apps", "packages"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name, "src")),
  );
  // A test is not part of the build.
  const watcher = watch(folders, { cwd: root, ignoreInitial: true, ignored: (path) => path.endsWith(".test.ts") });
  watcher.on("all", (_, path) => {
    changed.add(path);
    notify();
  });

  return {
    /** Resolves with what changed since the last call, once no more changes; with nothing after the signal. */
    async next() {
      while (changed.size === 0 && !signal.aborted) await new Promise((resolve) => (notify = () => resolve(undefined)));
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, settleMs));
      const names = [...changed].sort();
      changed.clear();
      return signal.aborted ? [] : names;
    },
    close: () => watcher.close(),
  };
}

await dev();
