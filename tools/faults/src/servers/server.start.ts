import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { signal } from "@rewards/lab/children";
import { poll } from "@rewards/lab/poll";
import type { Opening } from "../faults/fault.ts";

export const host = "127.0.0.1";
const startMsMax = 10_000;

/** A server of one round. */
export interface TopologyServer {
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server and waits until it answers. It ends with the round. */
export async function startServer(
  { closers, path }: Pick<Opening, "closers" | "path">,
  [command, ...args]: readonly [string, ...string[]],
  isReady: () => Promise<boolean>,
): Promise<TopologyServer> {
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    signal(child.pid as number, "SIGKILL");
    await ended;
  };
  const start = async () => {
    child = spawn(command, args, { stdio: "ignore", env: { PATH: path } });
    if (!(await poll(isReady, Boolean, startMsMax))) throw new Error(`${command} did not start`);
  };
  closers.add(kill);
  await start();
  return { kill, start };
}
