import { randomInt } from "node:crypto";
import { startTestServers } from "@rewards/embedded";
import { openTemplate } from "@rewards/lab/database";
import { wholeNumber } from "@rewards/lab/options";
import { Command, Option } from "commander";
import { formatResult } from "./report.ts";
import { runFuzz } from "./run/fuzz.ts";

interface FuzzCommand {
  readonly requests: number;
  readonly seed?: number;
  readonly path?: string;
  readonly queue?: "redis" | "postgres";
}

const template = "rewards_fuzz";
const seedMax = 2 ** 31;

async function fuzz({ requests, seed = randomInt(seedMax), path, queue }: FuzzCommand): Promise<void> {
  const servers = await startTestServers({ path: process.env["PATH"] });
  try {
    if (queue === "redis" && !servers.redisUrl) throw new Error("no redis-server on the PATH");
    const queueUrl = queue === "postgres" ? undefined : servers.redisUrl;
    await openTemplate(servers.serverUrl, template);
    process.stdout.write(`Fuzz: ${requests} requests, seed ${seed}, queue on ${queueUrl ? "redis" : "postgres"}\n`);
    const onProgress = (sent: number) => void (process.stderr.isTTY && process.stderr.write(`\r${sent} sent`));
    const { serverUrl } = servers;
    const result = await runFuzz({ serverUrl, template, queueUrl, requests, seed, path, awaitsSlow: true, onProgress });
    process.stdout.write(`${formatResult(result).join("\n")}\n`);
    process.exitCode = result.failures.length === 0 ? 0 : 1;
  } finally {
    await servers.stop();
  }
}

await new Command("fuzz")
  .description("Sends hostile requests to every endpoint of a separate service, and checks their effects.")
  .option("--requests <n>", "minimum number of requests", wholeNumber(0, seedMax), 50_000)
  .option("--seed <n>", "determines the requests; default: random", wholeNumber(0, seedMax))
  .option("--path <path>", "from a reported failure: sends only its batch")
  .addOption(new Option("--queue <backend>", "default: redis if installed").choices(["redis", "postgres"]))
  .showHelpAfterError("(--help lists the options)")
  .action(fuzz)
  .parseAsync();
