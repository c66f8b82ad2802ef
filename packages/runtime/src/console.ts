import type { Logger } from "./logger.ts";

/**
 * Redirects the console output of libraries to the logger, as debug: such lines are not JSON, and the service logs the same
 * warnings itself, once and with a remedy.
 */
export function redirectConsole(logger: Pick<Logger, "debug">, target: Pick<Console, "warn"> = console): void {
  target.warn = (...parts: unknown[]) => logger.debug({ text: parts.map(String).join(" ") }, "console");
}
