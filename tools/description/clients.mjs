import { copyFile, rm, writeFile } from "node:fs/promises";
import { documentFile, here, node, run } from "./run.mjs";

const generators = ["openapi-typescript", "hey-api", "orval", "kubb"];

/** Each generator's client, with a use of it that reads fields of a record, compiled in strict mode. */
export const generateClients = generators.map((name) => ({
  name,
  async check() {
    const output = `${here}out/${name}`;
    await rm(output, { recursive: true, force: true });
    await run(node, [`generate/${name}.mjs`, documentFile, output]);
    await copyFile(`${here}uses/${name}.ts`, `${output}/use.ts`);
    await writeFile(`${output}/tsconfig.json`, JSON.stringify({ extends: "../../tsconfig.generated.json" }));
    await run(`${here}node_modules/.bin/tsc`, ["--project", output]);
    return "generates, and its client compiles in strict mode";
  },
}));
