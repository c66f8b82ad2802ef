import { renameSync, writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

/**
 * Node loads this before each thread of a process whose calls coverage.main counts. At each SIGUSR2, every thread writes
 * the functions that it has called since the signal before to `<folder>/<signal's number>-<pid>-<thread>.json`.
 */
const folder = process.env["COVERAGE_FOLDER"] as string;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

function write(number: number): void {
  session.post("Profiler.takePreciseCoverage", (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
    if (error) throw error;
    const file = `${folder}/${number}-${process.pid}-${threadId}.json`;
    writeFileSync(`${file}.draft`, JSON.stringify(result));
    renameSync(`${file}.draft`, file);
  });
}

const channel = new BroadcastChannel("coverage");
channel.unref();
if (isMainThread) {
  let number = 0;
  process.on("SIGUSR2", () => {
    number += 1;
    channel.postMessage(number);
    write(number);
  });
} else channel.onmessage = ({ data }) => write(data as number);
