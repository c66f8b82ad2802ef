import { parseArgs } from "node:util";

export const usage = `Usage: npm run demo -- [--exit [--within S]] [--sales N] [--seed N]

Runs the service on this machine, plays a day of sales at its API, checks the
books and keeps the service running for you to look around.

  --exit      end after the check of the books: 0 if they add up, else 1
  --within S  with --exit: give up after S seconds and say why
              (default: 180, plus 1 for every 50 sales)
  --sales N   number of sales, 100 to 100000 (default: 6000)
  --seed N    seed of the random day (default: 1)

Environment: all settings of npm start, except WORKERS, AUTH and CONSOLE_OIDC_*,
since the demo's tills and its console have no log-in. DATA_DIR is .data/demo
in the checkout by default.`;

export interface DemoOptions {
  readonly isExiting: boolean;
  /** The time limit of a demo with `--exit`, ms. */
  readonly withinMs: number;
  readonly salesCount: number;
  readonly seed: number;
}

const salesDefault = 6_000;
const salesMin = 100;
const salesMax = 100_000;
const seedMax = 2_147_483_647;
const withinSecondsMax = 86_400;

/** For the first start of the servers, and for a machine that posts no more than fifty sales a second. */
const withinSecondsFor = (sales: number) => 180 + Math.ceil(sales / 50);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Removes the settings of credentials and log-in, which the demo does not use. Returns the rest, and the removed names.
 */
export function withoutLogin(env: Environment): { readonly env: Environment; readonly ignored: readonly string[] } {
  const isLogin = (name: string) => name === "AUTH" || name.startsWith("CONSOLE_OIDC_");
  const ignored = Object.keys(env).filter((name) => isLogin(name) && env[name]?.trim() && env[name] !== "none");
  return { env: Object.fromEntries(Object.entries(env).filter(([name]) => !isLogin(name))), ignored };
}

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads the command line; undefined where it asks for help.
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): DemoOptions | undefined {
  const { values } = readArgs(args);
  if (values.help) return undefined;
  const salesCount = readNumber("--sales", values.sales, salesDefault, salesMin, salesMax);
  const within = readNumber("--within", values.within, withinSecondsFor(salesCount), 1, withinSecondsMax);
  return {
    isExiting: values.exit === true,
    withinMs: within * 1_000,
    salesCount,
    seed: readNumber("--seed", values.seed, 1, 0, seedMax),
  };
}

function readArgs(args: readonly string[]) {
  const flag = { type: "boolean" } as const;
  const text = { type: "string" } as const;
  const options = { exit: flag, help: { ...flag, short: "h" }, sales: text, seed: text, within: text };
  try {
    return parseArgs({ args: [...args], options });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

function readNumber(name: string, text: string | undefined, otherwise: number, min: number, max: number): number {
  if (text === undefined) return otherwise;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${name} must be an integer from ${min} to ${max}.`);
}
