import { ConfigError } from "./config.ts";
import { ListenError } from "./listen.ts";
import { createLogger, type Logger } from "./logger.ts";
import { writeFitting } from "./wrap.ts";

/** The parts of the process that `runMain` uses; an argument, so that tests can replace them. */
export interface MainIo {
  writeError(line: string): void;
  exit(code: number): void;
  logger: Pick<Logger, "fatal">;
}

/**
 * Runs a process's main function. It resolves when the process is up; its servers then keep the process alive. A wrong
 * configuration is one line on standard error and a taken port one log line, since the operator can repair both;
 * anything else that stops the start is logged with its stack. All exit 1.
 */
export async function runMain(name: string, main: () => Promise<void>, io: MainIo = processIo(name)): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof ConfigError) io.writeError(`${name}: ${error.message}`);
    else if (error instanceof ListenError) {
      const { host, port, code, message } = error;
      io.logger.fatal({ host, port, code }, message);
    } else io.logger.fatal({ err: error }, "start failed");
    io.exit(1);
  }
}

function processIo(name: string): MainIo {
  return {
    writeError: (line) => writeFitting(process.stderr, line),
    exit: (code) => process.exit(code),
    logger: createLogger({ name, level: "info" }),
  };
}
