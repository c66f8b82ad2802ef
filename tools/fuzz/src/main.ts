import { startTestServers } from "@rewards/embedded";
import { openTemplate } from "@rewards/lab/database";
import { createProgram, type FuzzCommand } from "./program.ts";
import { formatResult } from "./report.ts";
import { runFuzz } from "./run/fuzz.ts";

const template = "rewards_fuzz";

async function fuzz({ requests, seed, path, queue }: FuzzCommand): Promise<void> {
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

await createProgram(fuzz).parseAsync();
