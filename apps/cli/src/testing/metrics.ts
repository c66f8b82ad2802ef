import { execFile, spawn } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreePort } from "@rewards/embedded";
import { vi } from "vitest";
import { parse } from "yaml";

const fileOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const rulesFile = fileOf("deploy/prometheus/rewards.rules.yml");
const run = promisify(execFile);

/** The version of promtool and Prometheus; undefined if they are not installed. */
export async function findPrometheus(): Promise<string | undefined> {
  return Promise.all([run("promtool", ["--version"]), run("prometheus", ["--version"])]).then(
    ([{ stdout }]) => stdout,
    () => undefined,
  );
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

export async function readRules(): Promise<Rule[]> {
  const { groups } = parse(await readFile(rulesFile, "utf8")) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** The names of all metrics that the alerts, the dashboard and the scaler of workers use. */
export async function namesUsed(): Promise<Set<string>> {
  const dashboard = JSON.parse(await readFile(fileOf("deploy/grafana/rewards.json"), "utf8"));
  const panels = dashboard.panels as { targets: { expr: string }[] }[];
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const scaler = await readFile(fileOf("deploy/helm/templates/worker.yaml"), "utf8");
  const texts = [...(await readRules()).map(({ expr }) => expr), ...shown, scaler].join("\n");
  return new Set(
    (texts.match(/\b(rewards|nodejs|process)_\w+/g) ?? []).map((name) => name.replace(/_(bucket|sum|count)$/, "")),
  );
}

/** The names of the metrics at these addresses. */
export async function scrapedNames(urls: readonly string[]): Promise<Set<string>> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  return new Set([...texts.join("\n").matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name));
}

/** The anchors of the runbook's headings, with its path. */
export async function runbookAnchors(): Promise<Set<string>> {
  const text = await readFile(fileOf("docs/repair.md"), "utf8");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(headings.map((one) => `docs/repair.md#${one.toLowerCase().replaceAll(" ", "-")}`));
}

/** A series from its fourth sample on (one each 30 s), and the alert that it must cause after five minutes. */
export interface AlertCase {
  readonly alert: string;
  readonly series: string;
  readonly healthy: number;
  readonly broken: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the rules over these series with promtool: no alert while all is well, and the alert after that. */
export async function testRules(cases: readonly AlertCase[]): Promise<void> {
  const rules = await readRules();
  const tests = cases.map(({ alert, series, healthy, broken, labels, summary }) => {
    const runbook = rules.find((rule) => rule.alert === alert)?.annotations.runbook;
    const alerts = [{ exp_labels: labels, exp_annotations: { summary, runbook } }];
    return {
      interval: "30s",
      input_series: [{ series, values: `${healthy}x3 ${broken}x10` }],
      alert_rule_test: [
        { eval_time: "90s", alertname: alert, exp_alerts: [] },
        { eval_time: "5m", alertname: alert, exp_alerts: alerts },
      ],
    };
  });
  const folder = await mkdtemp(join(tmpdir(), "rewards-rules-"));
  try {
    const file = join(folder, "tests.yml");
    await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: "30s", tests }));
    await run("promtool", ["test", "rules", file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Scraped {
  /** The health of each target, and of each rule once it was evaluated. */
  readonly targets: readonly string[];
  readonly rules: readonly string[];
}

/** Checks the rules, runs a Prometheus that scrapes these addresses, and waits until `check` accepts what it says. */
export async function scrape(urls: readonly string[], check: (scraped: Scraped) => Promise<void>): Promise<void> {
  await run("promtool", ["check", "rules", rulesFile]);
  const folder = await mkdtemp(join(tmpdir(), "rewards-prometheus-"));
  await copyFile(rulesFile, join(folder, "rewards.rules.yml"));
  const config = join(folder, "prometheus.yml");
  const targets = urls.map((url) => new URL(url).host);
  const jobs = [{ job_name: "rewards", static_configs: [{ targets }] }];
  const global = { scrape_interval: "1s", evaluation_interval: "1s" };
  await writeFile(config, JSON.stringify({ global, rule_files: ["rewards.rules.yml"], scrape_configs: jobs }));
  const address = `127.0.0.1:${await findFreePort("127.0.0.1")}`;
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
  const server = spawn("prometheus", args, { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const read = async (path: string) =>
    ((await (await fetch(`http://${address}/api/v1/${path}`)).json()) as { data: unknown }).data;
  try {
    await vi.waitFor(
      async () => {
        const { activeTargets } = (await read("targets")) as { activeTargets: { health: string }[] };
        const { groups } = (await read("rules")) as { groups: { rules: { health: string }[] }[] };
        await check({
          targets: activeTargets.map(({ health }) => health),
          rules: groups.flatMap(({ rules }) => rules.map(({ health }) => health)),
        });
      },
      { timeout: 120_000, interval: 100 },
    );
  } finally {
    server.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
