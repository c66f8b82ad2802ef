import { readdir, readFile, rm } from "node:fs/promises";
import { here, root, run } from "./run.mjs";

const callsMin = 5_000;

const load =
  "takes processes or servers away under a load of equal sales: minutes, and no call that others do not send";
const noCalls = "reads files or runs programs, and sends nothing that the API answers";
const otherServers = "installs or starts servers of another kind, and its calls are those of other tests";

/**
 * Flow tests that send Prism nothing, and why. What no proxy can carry is not among them, since its calls alone are left
 * out where they are recorded: raw and broken HTTP, bodies that are no JSON, undecodable paths.
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
 * Runs the flow tests, and gives the calls of their client with what the service answered. The servers of a run that was
 * cut off are ended by the next run.
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
  if (gone.length > 0) throw new Error(`no longer among the flow tests: ${gone.join(", ")}`);
  return names
    .filter((name) => !Object.hasOwn(leftOut, name.slice(0, -ending.length)))
    .map((name) => `test/flow/${name}`);
}
