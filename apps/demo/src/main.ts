import { ConfigError, loadConfig, refuseOpenConsole, refuseOpenService, serviceSettings } from "@rewards/runtime";
import { runDemo } from "./demo.ts";
import { parseOptions, UsageError, usage, withoutLogin } from "./options.ts";
import { createScreen } from "./screen.ts";

try {
  const options = parseOptions(process.argv.slice(2));
  const screen = createScreen(process.stdout);
  if (options) {
    const { env, ignored } = withoutLogin(process.env);
    const config = loadConfig(serviceSettings, env);
    refuseOpenService(config);
    refuseOpenConsole(config);
    if (ignored.length > 0) screen.print(`The demo has no log-in: it ignores ${ignored.join(", ")}.`);
    await runDemo({ config, options, env, screen });
  } else screen.print(usage);
} catch (error) {
  const isForPerson = error instanceof UsageError || error instanceof ConfigError;
  process.stderr.write(`${isForPerson ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
