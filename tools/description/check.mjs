import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { here, run } from "./run.mjs";

const installMsMax = 300_000;
/** Each program has a bound of its own; these add up to more than they take. */
const allMsMax = 1_200_000;

/** The steps, in order. Their programs import the tools, which must be installed first. */
async function loadSteps() {
  const [lint, clients, pack, browser, proxy] = await Promise.all([
    import("./lint.mjs"),
    import("./clients.mjs"),
    import("./package.mjs"),
    import("./browser.mjs"),
    import("./proxy.mjs"),
  ]);
  return [
    { name: "spectral", check: lint.lintBySpectral },
    { name: "redocly", check: lint.lintByRedocly },
    ...clients.generateClients,
    { name: "client", check: pack.installClient },
    { name: "browser", check: browser.useClientInBrowser },
    { name: "browser, CORS", check: browser.useClientInBrowserElsewhere },
    { name: "prism", check: proxy.checkByProxy },
  ];
}

/** Installs the tools, where they are not, or not as the lock file has them. */
async function installTools() {
  const [installed, locked] = [`${here}node_modules/.package-lock.json`, `${here}package-lock.json`];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return;
  process.stdout.write("Installing the tools ...\n");
  await run("npm", ["ci", "--loglevel=error"], { msMax: installMsMax });
}

/** @param {readonly string[]} names of the steps to run; all of them where there are none */
async function main(names) {
  const timer = setTimeout(() => {
    process.stderr.write(`not done within ${allMsMax} ms\n`);
    process.exit(1);
  }, allMsMax);
  await installTools();
  await mkdir(`${here}out`, { recursive: true });
  const steps = await loadSteps();
  for (const { name, check } of steps.filter((one) => names.length === 0 || names.includes(one.name))) {
    try {
      process.stdout.write(`${name.padEnd(20)}${await check()}\n`);
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`${name.padEnd(20)}FAILED\n${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  clearTimeout(timer);
}

await main(process.argv.slice(2));
