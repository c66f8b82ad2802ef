import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Makes a client of the document by one generator: `node generate.mjs <generator> <document> <folder>`. A process of the
 * newer Node that the tools need; each generator is imported only where it runs.
 */
const [, , name, document, output] = process.argv;

const generators = {
  async "openapi-typescript"() {
    const { default: openapiTS, astToString } = await import("openapi-typescript");
    mkdirSync(output, { recursive: true });
    writeFileSync(`${output}/index.ts`, astToString(await openapiTS(JSON.parse(readFileSync(document, "utf8")))));
  },

  async "hey-api"() {
    const { createClient } = await import("@hey-api/openapi-ts");
    const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk", "zod"];
    await createClient({ input: document, output, plugins, logs: { level: "warn" } });
  },

  async orval() {
    const { generate } = await import("orval");
    const input = { target: document };
    const client = { target: `${output}/index.ts`, schemas: `${output}/model`, client: "fetch", mode: "single" };
    await generate({ input, output: client });
    await generate({ input, output: { target: `${output}/zod.ts`, client: "zod", mode: "single" } });
  },

  async kubb() {
    const { build } = await import("@kubb/core");
    const { pluginClient } = await import("@kubb/plugin-client");
    const { pluginOas } = await import("@kubb/plugin-oas");
    const { pluginTs } = await import("@kubb/plugin-ts");
    const { pluginZod } = await import("@kubb/plugin-zod");
    const { error, failedPlugins } = await build({
      config: {
        root: process.cwd(),
        input: { path: document },
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
  },
};

await generators[name]();
