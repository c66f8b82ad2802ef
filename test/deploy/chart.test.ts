import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkout, readCompose, readText } from "../flow/support/compose.ts";
import { hasHelm, unpackHelm } from "./support/helm.ts";
import { containerOf, envOf, findProblems, findTypeProblems, podOf, type Rendered } from "./support/kubernetes.ts";
import { hasPromtool, testQuery } from "./support/promtool.ts";
import { readAsProcess } from "./support/settings.ts";

const everything = "ci/everything-values.yaml";
const processes = ["api", "worker", "console"] as const;

describe.runIf(hasHelm)("the chart", () => {
  const helm = unpackHelm();
  afterAll(() => helm.remove());
  const rendered: { defaults: Rendered[]; everything: Rendered[] } = { defaults: [], everything: [] };
  beforeAll(async () => {
    rendered.defaults = await helm.render();
    rendered.everything = await helm.render({ valuesFile: everything });
  });
  const all = () => [...rendered.defaults, ...rendered.everything];
  const find = (objects: readonly Rendered[], kind: string, component: string) =>
    objects.find((one) => one.kind === kind && one.metadata.name === `rewards-${component}`) as Rendered;
  const workloads = (objects: readonly Rendered[]) => objects.filter(({ kind }) => /^(Deployment|Job)$/.test(kind));

  test.each([undefined, everything])("passes helm's lint with the values of %s", async (valuesFile) => {
    await expect(helm.lint(valuesFile)).resolves.toBeUndefined();
  });

  test("renders only objects that Kubernetes and its operators accept", async () => {
    expect((await Promise.all(all().map(findProblems))).flat()).toEqual([]);
    expect(await findTypeProblems(all())).toBe("");
  });

  test("a field that Kubernetes lacks, and one of another type, are found", async () => {
    const service = find(rendered.defaults, "Service", "api");
    const misspelt = { ...service, spec: { ...service.spec, selectors: {} } };
    expect(await findTypeProblems([misspelt])).toContain("'\"selectors\"' does not exist");
    expect(await findProblems({ ...service, spec: { ports: "all" } })).toEqual([expect.stringContaining("ports")]);
  });

  test("has each optional part only if the values ask for it", () => {
    const kinds = (objects: readonly Rendered[]) => [...new Set(objects.map(({ kind }) => kind))].sort();
    const always = ["Deployment", "Job", "PodDisruptionBudget", "Service"];
    const optional = ["HTTPRoute", "HorizontalPodAutoscaler", "Ingress", "NetworkPolicy", "PodMonitor"];
    expect(kinds(rendered.defaults)).toEqual(always);
    expect(kinds(rendered.everything)).toEqual([...always, ...optional, "PrometheusRule", "ScaledObject"].sort());
  });

  test("no pod runs as root, writes to its image, has a capability, a token of the cluster or memory without a bound", () => {
    for (const workload of workloads(all())) {
      expect(podOf(workload)).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(containerOf(workload)).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
      const { securityContext } = containerOf(workload) as { securityContext?: Record<string, unknown> };
      expect(securityContext?.["privileged"]).toBeUndefined();
    }
  });

  test("gives each process its own secrets as files, and the owner's password to migrate alone", () => {
    const secretsOf = (workload: Rendered) =>
      podOf(workload)
        .volumes.flatMap(
          ({ projected }: { projected?: { sources: { secret: { name: string } }[] } }) => projected?.sources ?? [],
        )
        .map(({ secret }: { secret: { name: string } }) => secret.name);
    const named = (objects: readonly Rendered[]) =>
      Object.fromEntries(workloads(objects).map((one) => [one.metadata.name, secretsOf(one)]));
    const roles = ["rewards-service", "rewards-api", "rewards-worker", "rewards-console"];
    expect(named(rendered.defaults)).toEqual({
      "rewards-api": ["rewards-api", "rewards-queue"],
      "rewards-worker": ["rewards-worker", "rewards-queue"],
      "rewards-console": ["rewards-console", "rewards-queue"],
      "rewards-commands": ["rewards-service", "rewards-queue"],
      "rewards-migrate": ["rewards-owner", "rewards-queue", ...roles],
    });
    const api = ["rewards-api", "rewards-api", "rewards-metrics", "rewards-operator", "rewards-personal-data"];
    expect(named(rendered.everything)).toEqual({
      "rewards-api": api,
      "rewards-worker": ["rewards-worker", "rewards-worker", "rewards-metrics"],
      "rewards-commands": ["rewards-service", "rewards-service", "rewards-personal-data"],
      "rewards-console": [
        "rewards-console",
        "rewards-console",
        "rewards-metrics",
        "rewards-personal-data",
        "rewards-oidc",
      ],
      "rewards-migrate": ["rewards-owner", "rewards-owner", ...roles],
    });
  });

  test.each(processes)(
    "starts %s as Compose does, with settings that it accepts, and its probes ask its ports",
    (kind) => {
      for (const objects of [rendered.defaults, rendered.everything]) {
        const deployment = find(objects, "Deployment", kind);
        const container = containerOf(deployment);
        expect(container.command).toEqual(readCompose().services[kind]?.command);
        const config = readAsProcess(kind, envOf(deployment));
        expect(config).toMatchObject(kind === "worker" ? {} : { AUTH: "required" });
        const ports = container["ports"] as { name: string; containerPort: number }[];
        const listening = [config.PORT ?? config.CONSOLE_PORT ?? config.HEALTH_PORT, config.METRICS_PORT];
        expect(ports.map(({ containerPort }) => containerPort)).toEqual(listening.filter((port) => port !== undefined));
        for (const [probe, path] of [
          ["livenessProbe", "/livez"],
          ["readinessProbe", "/readyz"],
        ] as const)
          expect(container[probe]).toMatchObject({
            httpGet: { path, port: ports[0]?.name },
          });
      }
    },
  );

  test("runs the image of this version, and waits for a stop as long as Compose", () => {
    const { version } = JSON.parse(readText("package.json"));
    const images = (objects: readonly Rendered[]) => workloads(objects).map((one) => containerOf(one)["image"]);
    expect(new Set(images(rendered.defaults))).toEqual(new Set([`${readCompose().services["api"]?.image}:${version}`]));
    const digest = expect.stringMatching(/^registry\.example\/rewards@sha256:/);
    expect(images(rendered.everything).sort()).toEqual([
      "registry.example/rewards:0.0.9",
      digest,
      digest,
      digest,
      digest,
    ]);
    const grace = Number.parseInt(String(readCompose().services["api"]?.["stop_grace_period"]), 10);
    const graces = (objects: readonly Rendered[]) =>
      processes.map((kind) => podOf(find(objects, "Deployment", kind)).terminationGracePeriodSeconds);
    expect(graces(rendered.defaults)).toEqual([grace, grace, grace]);
    expect(graces(rendered.everything)).toEqual([grace + 20, grace, grace]);
  });

  test("migrates before everything else, and not through a pooler", () => {
    const job = find(rendered.everything, "Job", "migrate");
    expect(job.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
    expect(containerOf(job).command).toEqual(readCompose().services["migrate"]?.command);
    const direct = "postgres://rewards@postgres:5432/rewards?sslmode=verify-full";
    expect(envOf(job)).toMatchObject({
      DATABASE_URL: direct.replace("postgres:5432", "pgbouncer:6432"),
      DATABASE_DIRECT_URL: direct,
      QUEUE_URL: direct,
    });
    expect(envOf(find(rendered.everything, "Deployment", "worker"))).toMatchObject({
      DATABASE_URL: "postgres://rewards_worker@pgbouncer:6432/rewards?sslmode=verify-full",
      QUEUE_URL: "postgres://rewards_worker@postgres:5432/rewards?sslmode=verify-full",
    });
  });

  test("only API, console and commands read from the standbys, each as its role", () => {
    const readUrl = (kind: string) => envOf(find(rendered.everything, "Deployment", kind))["DATABASE_READ_URL"];
    const urlOf = (role: string) => `postgres://${role}@standby-a:5432,standby-b:5432/rewards?sslmode=verify-full`;
    expect(["api", "console", "commands"].map(readUrl)).toEqual(
      ["rewards_api", "rewards_console", "rewards_service"].map(urlOf),
    );
    expect(readUrl("worker")).toBeUndefined();
    expect(envOf(find(rendered.everything, "Job", "migrate"))["DATABASE_READ_URL"]).toBeUndefined();
  });

  test("an object that scales a Deployment finds it without a number of its own", () => {
    for (const [component, kind] of [
      ["api", "HorizontalPodAutoscaler"],
      ["worker", "ScaledObject"],
    ] as const) {
      const deployment = find(rendered.everything, "Deployment", component);
      expect(deployment.spec.replicas).toBeUndefined();
      expect(find(rendered.everything, kind, component).spec.scaleTargetRef.name).toBe(deployment.metadata.name);
      expect(find(rendered.defaults, "Deployment", component).spec.replicas).toBe(2);
    }
  });

  test("the PrometheusRule has the alerts of deploy/prometheus", () => {
    const rules = parse(readFileSync(`${checkout}/deploy/prometheus/rewards.rules.yml`, "utf8"));
    expect(find(rendered.everything, "PrometheusRule", "metrics").spec).toEqual(rules);
  });

  test.runIf(hasPromtool)(
    "workers are scaled by the age of the oldest record while many wait that neither failed nor are postponed",
    async () => {
      const { query } = find(rendered.everything, "ScaledObject", "worker").spec.triggers[0].metadata;
      const labels = (name: string) => `${name}{class="SaleCase",job="rewards",namespace="shop",pod="rewards-api-1"}`;
      const seen = (oldest: string, pending: string, failing: string, postponed: string) => ({
        [labels("rewards_pending_oldest_seconds")]: oldest,
        [labels("rewards_pending")]: pending,
        [labels("rewards_failing")]: failing,
        [labels("rewards_postponed")]: postponed,
      });
      await testQuery(query, [
        { series: seen("45", "5000", "3", "4"), value: 45 },
        { series: seen("45", "60", "3", "0"), value: 0 },
        { series: seen("45", "3000", "3000", "0"), value: 0 },
        { series: seen("45", "3000", "0", "2950"), value: 0 },
        { series: seen("0", "0", "0", "0"), value: 0 },
        { series: {}, value: undefined },
      ]);
    },
  );

  test.each([
    ["a password in a URL", { "queue.url": "redis://:secret@redis:6379" }],
    ["a setting that the process lacks", { "worker.settings": { CORS_ORIGINS: "https://shop.example" } }],
    ["a secret as a setting", { "api.settings": { OPERATOR_TOKEN: "x" } }],
    ["a setting that is no text", { "api.settings": { CLIENT_BODY_BYTES_MAX: 268435456 } }],
    ["a misspelt value", { "api.replica": 3 }],
    ["metrics without a token", { "metrics.enabled": true }],
    ["a scaler without metrics", { "worker.autoscaling.enabled": true }],
    ["an Ingress without a name of the API", { "ingress.enabled": true }],
    ["a queue on several hosts of Postgres", { "queue.url": "", "database.address": "a:5432,b:5432" }],
    ["an API without credentials", { "api.settings": { AUTH: "none" } }],
  ])("refuses %s", async (_, values) => {
    await expect(helm.render({ values })).rejects.toThrow(/don't meet the specifications of the schema/);
  });
});
