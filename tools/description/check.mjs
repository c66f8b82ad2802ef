import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { useClientInBrowser } from "./browser.mjs";
import { sendReference } from "./demo.mjs";
import { generateClients, generateJava, lintByRedocly, lintBySpectral } from "./document.mjs";
import { checkPackage } from "./package.mjs";
import { checkByProxy } from "./proxy.mjs";
import { cleanUp, here, run } from "./run.mjs";

const minuteMs = 60_000;
const install = { name: "install", check: installTools, msMax: 5 * minuteMs };
/** In order. The bounds prevent hanging: several times the duration of a step on two shared cores. */
const steps = [
  { name: "spectral", check: lintBySpectral, msMax: 2 * minuteMs },
  { name: "redocly", check: lintByRedocly, msMax: 2 * minuteMs },
  ...[...generateClients, ...generateJava].map((one) => ({ ...one, msMax: 3 * minuteMs })),
  { name: "client", check: checkPackage, msMax: 5 * minuteMs },
  { name: "browser", check: useClientInBrowser, msMax: 5 * minuteMs },
  { name: "reference", check: sendReference, msMax: 20 * minuteMs },
  { name: "prism", check: checkByProxy, msMax: 60 * minuteMs },
];

/** Installs the tools, if they are missing or differ from the lock file. */
async function installTools() {
  await mkdir(`${here}out`, { recursive: true });
  const [installed, locked] = [`${here}node_modules/.package-lock.json`, `${here}package-lock.json`];
  const isDone = existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
  if (!isDone) await run("npm", ["ci", "--loglevel=error"]);
  return "the tools are those of the lock file";
}

/** @returns whether the step passed. Cleans up either way. */
async function perform({ name, check, msMax }) {
  const startMs = Date.now();
  const say = (text) => {
    const seconds = `${Math.round((Date.now() - startMs) / 1000)} s`;
    process.stdout.write(`${name.padEnd(20)}${seconds.padStart(6)}  ${text}\n`);
  };
  try {
    say(await withinBound(check, msMax));
    return true;
  } catch (error) {
    say(`FAILED\n${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await cleanUp();
  }
}

/** A late step fails because everything that it started is ended; the failure says what it waited for. */
async function withinBound(check, msMax) {
  let lateness = "";
  let timer;
  const bound = new Promise((_, reject) => {
    timer = setTimeout(() => {
      lateness = `not done within ${msMax / 1000} s: `;
      cleanUp().then(() => reject(new Error("it waits for nothing that it started")));
    }, msMax);
  });
  try {
    return await Promise.race([check(), bound]);
  } catch (error) {
    throw new Error(lateness + error.message);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {readonly string[]} names of the steps to run; all of them if empty */
async function main(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(`no step ${unknown.join(", ")}; there are ${steps.map(({ name }) => name).join(", ")}`);
  let isPassed = await perform(install);
  const chosen = steps.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const step of isPassed ? chosen : []) isPassed = (await perform(step)) && isPassed;
  process.exitCode = isPassed ? 0 : 1;
}

for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"])
  process.once(signal, async () => {
    process.stdout.write(`${signal}: cleaning up\n`);
    await cleanUp();
    process.exit(1);
  });
await main(process.argv.slice(2));
