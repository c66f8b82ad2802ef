import { build } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

const [, , input, output] = process.argv;
const { error, failedPlugins } = await build({
  config: {
    root: process.cwd(),
    input: { path: input },
    output: { path: output, clean: true, extension: { ".ts": "" } },
    plugins: [
      pluginOas({ validate: true }),
      pluginTs({ output: { path: "types" } }),
      pluginZod({ output: { path: "zod" } }),
      pluginClient({ output: { path: "clients" }, client: "fetch", bundle: true }),
    ],
  },
});
const failed = [...(failedPlugins ?? [])].map((one) => one.error ?? one);
for (const cause of [error, ...failed].filter(Boolean)) console.error(cause);
process.exitCode = error || failed.length > 0 ? 1 : 0;
