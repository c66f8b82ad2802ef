import { createClient } from "@hey-api/openapi-ts";

const [, , input, output] = process.argv;
const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk", "zod"];
await createClient({ input, output, plugins, logs: { level: "warn" } });
