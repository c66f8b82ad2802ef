import { documentFile, here, run } from "./run.mjs";

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
