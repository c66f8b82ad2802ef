import {
  ConfigError,
  loadConfig,
  providerOf,
  refuseOpenConsole,
  refuseOpenService,
  serviceSettings,
} from "@rewards/runtime";
import { runDemo } from "./demo.ts";
import { parseOptions, UsageError, usage } from "./options.ts";
import { createScreen } from "./screen.ts";

try {
  const options = parseOptions(process.argv.slice(2));
  const screen = createScreen(process.stdout);
  if (options) {
    const config = loadConfig(serviceSettings, process.env);
    refuseOpenService({ ...config, AUTH: "none" });
    refuseOpenConsole({ ...config, AUTH: "none" });
    providerOf({ ...config, AUTH: "none" });
    await runDemo({ config, options, env: process.env, screen });
  } else screen.print(usage);
} catch (error) {
  const isForPerson = error instanceof UsageError || error instanceof ConfigError;
  process.stderr.write(`${isForPerson ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
