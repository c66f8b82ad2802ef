import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { documentFile, here, node, run } from "./run.mjs";

const bin = `${here}node_modules/.bin`;

/** Spectral's rules for OpenAPI, including hints. */
export async function lintBySpectral() {
  await run(`${bin}/spectral`, ["lint", documentFile, "--ruleset", "spectral.yaml", "--fail-severity", "hint"]);
  return "nothing to report";
}

/** Redocly's recommended rules. Its exit code is 0 even if it warned. */
export async function lintByRedocly() {
  const args = ["lint", documentFile, "--config", "redocly.yaml", "--max-problems", "1000", "--format", "json"];
  const output = await run(`${bin}/redocly`, args);
  const { problems } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  if (found.length > 0) throw new Error([...new Set(found)].join("\n"));
  return "nothing to report";
}

const generators = ["openapi-typescript", "hey-api", "orval", "kubb"];

/** Each generator's client, with a use of it that reads fields of a record, compiled in strict mode. */
export const generateClients = generators.map((name) => ({
  name,
  async check() {
    const output = `${here}out/${name}`;
    await rm(output, { recursive: true, force: true });
    await run(node, ["generate.mjs", name, documentFile, output]);
    await copyFile(`${here}uses/${name}.ts`, `${output}/use.ts`);
    await writeFile(`${output}/tsconfig.json`, JSON.stringify({ extends: "../../tsconfig.generated.json" }));
    await run(`${bin}/tsc`, ["--project", output]);
    return "generates, and its client compiles in strict mode";
  },
}));

/** Generators of programs in Java. They fail at what they do not know of the document; nothing compiles what they make. */
export const generateJava = [
  {
    name: "openapi-generator+",
    args: (output) => [
      "openapi-generator-plus",
      "-o",
      output,
      "-g",
      "@openapi-generator-plus/java-jaxrs-client-generator",
      documentFile,
    ],
  },
  {
    name: "quicktype",
    args: (output) => [
      "quicktype",
      "--src-lang",
      "schema",
      "--lang",
      "java",
      "-o",
      `${output}/All.java`,
      `${documentFile}#/components/schemas/`,
    ],
  },
].map(({ name, args }) => ({
  name,
  async check() {
    const output = `${here}out/${name}`;
    await rm(output, { recursive: true, force: true });
    await mkdir(output, { recursive: true });
    const [tool, ...rest] = args(output);
    await run(node, [`${bin}/${tool}`, ...rest]);
    const written = (await readdir(output, { recursive: true })).filter((file) => file.endsWith(".java"));
    if (!written.some((file) => file.includes("SaleContent")))
      throw new Error("it wrote no class for the content of sales");
    return `wrote ${written.length} Java classes`;
  },
}));
