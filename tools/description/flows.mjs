import { readdir, readFile, rm } from "node:fs/promises";
import { here, root, run } from "./run.mjs";

const callsMin = 5_000;

const load =
  "stops processes or servers under a load of identical sales: takes minutes, and other tests send its calls too";
const noCalls = "reads files or runs programs, and sends no calls to the API";
const otherServers = "installs or starts other servers, and other tests send its calls too";

/**
 * Flow tests that send nothing through Prism, and why. Tests with calls that no proxy can carry (raw and broken HTTP,
 * bodies that are not JSON, undecodable paths) are not in this list: the recording leaves out only those calls.
 */
const leftOut = {
  "backup-restore": load,
  "database-unsuited": otherServers,
  "process-stop": load,
  "process-stop-frozen": load,
  "process-stop-grace": load,
  "queue-away": load,
  "rolling-upgrade": load,
  compose: noCalls,
  dev: noCalls,
  "queue-unfit": otherServers,
  recovery: load,
  scale: load,
  tls: otherServers,
};

/**
 * Runs the flow tests and returns their client's calls with the service's answers. If a run is cut off, the next run
 * ends its servers.
 */
export async function recordCalls() {
  const file = `${here}out/calls.ndjson`;
  await rm(file, { force: true });
  const options = { cwd: root, env: { RECORD_CALLS: file } };
  await run(`${root}node_modules/.bin/vitest`, ["run", ...(await findFlows())], options);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  if (lines.length < callsMin) throw new Error(`only ${lines.length} calls were recorded`);
  return lines.map((line) => JSON.parse(line));
}

async function findFlows() {
  const ending = ".test.ts";
  const names = (await readdir(`${root}test/flow`)).filter((name) => name.endsWith(ending));
  const gone = Object.keys(leftOut).filter((name) => !names.includes(name + ending));
  if (gone.length > 0) throw new Error(`no longer a flow test: ${gone.join(", ")}`);
  return names
    .filter((name) => !Object.hasOwn(leftOut, name.slice(0, -ending.length)))
    .map((name) => `test/flow/${name}`);
}
