import { constants } from "node:os";

/** Resolves with the exit code, 128 + n, for the first signal that asks to end. Later signals change nothing. */
export function awaitSignal(): Promise<number> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(name, () => resolve(128 + constants.signals[name]));
  });
}
