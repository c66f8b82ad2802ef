import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Settings that npm and npx pass on from their own command line. In the commands of setup they would select another
 * package, or a workspace that does not exist: `npx -p node@22 -- npm run demo` sets the first. `npm run --silent` sets
 * the last, with which pnpm would not say why it failed.
 */
const ofCommandLine =
  /^npm_config_(package|call|workspaces?|include_workspace_root|global|location|prefix|local_prefix|dry_run|usage|loglevel)$/i;

/**
 * The environment of setup's commands: the caller's, with its registry and proxy, without its command line.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Record<string, string | undefined>}
 */
function commandEnv(env) {
  return {
    // Without a network, the command fails in seconds instead of minutes.
    npm_config_fetch_retries: "1",
    npm_config_fetch_retry_mintimeout: "1000",
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !ofCommandLine.test(name.replaceAll("-", "_")))),
    CI: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
  };
}

/**
 * Runs pnpm in the checkout. Never rejects: if npx cannot be started, the code is 127.
 * @param {string} root
 * @param {string[]} args
 * @param {(pid: number) => () => void} claimFor
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runPnpm(root, args, claimFor) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return new Promise((resolve) => {
    const child = spawn("npx", ["-y", "--prefer-offline", packageManager, ...args], {
      cwd: root,
      env: commandEnv(process.env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const release = child.pid === undefined ? () => {} : claimFor(child.pid);
    let output = "";
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", (error) => resolve({ code: 127, output: `npx: ${error.message}` }));
    child.once("close", (code) => {
      release();
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Known causes in the output of a failed step, with their remedies. */
const causes = [
  {
    pattern:
      /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|ERR_PNPM_META_FETCH_FAIL)\b/,
    sentence: "the package registry cannot be reached: connect this machine to it, or set npm's registry or proxy.",
  },
  { pattern: /\b(ENOSPC|EDQUOT)\b/, sentence: "the disk is full: make room." },
  {
    pattern: /\b(EACCES|EPERM|EROFS)\b/,
    sentence: "this user may not write to the checkout or to npm's cache: clone it as this user, or correct the owner.",
  },
];

/**
 * If the cause of a failure is known: one sentence, and the file with the output. Otherwise the output itself.
 * @param {{ root: string, line: string, code: number, output: string }} failure
 */
export function describeFailure({ root, line, code, output }) {
  const found = causes.find(({ pattern }) => pattern.test(output));
  if (found === undefined) return `${output.trimEnd()}\n${line} failed (code ${code}).`;
  const [cause] = found.pattern.exec(output) ?? [];
  return `${line} failed (${cause}): ${found.sentence} ${keepOutput(root, output)}`.trimEnd();
}

/**
 * @param {string} root
 * @param {string} output
 */
function keepOutput(root, output) {
  const file = join(root, ".turbo", "setup.log");
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, output);
    return `(Full output: ${file})`;
  } catch {
    return "";
  }
}
