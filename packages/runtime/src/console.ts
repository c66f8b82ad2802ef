import type { Logger } from "./logger.ts";

/**
 * Sends what libraries write past the logger there, as debug: such lines are no JSON, and what they warn of the service's
 * own lines say, once and with a remedy.
 */
export function redirectConsole(logger: Pick<Logger, "debug">, target: Pick<Console, "warn"> = console): void {
  target.warn = (...parts: unknown[]) => logger.debug({ text: parts.map(String).join(" ") }, "console");
}
