import { afterAll, describe, expect, test } from "vitest";
import { readCompose, readText } from "../flow/support/compose.ts";
import { hasHelm, unpackHelm } from "./support/helm.ts";
import { envOf } from "./support/kubernetes.ts";
import { migrateSettings, plainNames, settingsOf } from "./support/settings.ts";

const processes = ["api", "worker", "console"] as const;
const without = (names: readonly string[], left: readonly string[]) => names.filter((name) => !left.includes(name));

/** Settings that nobody needs there, and why. */
const leftOut = {
  compose: {
    api: [],
    // Only the container itself asks for its health.
    worker: ["HOST"],
    // docs/security.md shows the file that adds it.
    console: ["CONSOLE_OIDC_CLIENT_SECRET"],
    // The Postgres of the file has no pooler.
    migrate: ["DATABASE_DIRECT_URL"],
  },
  // Its API and console always ask for credentials.
  chart: { api: ["AUTH_NONE_ON_PUBLIC"], worker: [], console: ["AUTH_NONE_ON_PUBLIC"], migrate: [] },
} as const;

describe("docker-compose.yml", () => {
  const { services } = readCompose();
  const namesOf = (service: string) => plainNames(Object.keys(services[service]?.environment ?? {}));

  test.each(processes)("has every setting of %s, and no other", (kind) => {
    expect(namesOf(kind)).toEqual(without(settingsOf(kind), leftOut.compose[kind]));
  });

  test("has every setting of migrate", () => {
    expect(namesOf("migrate")).toEqual([...without(migrateSettings(), leftOut.compose.migrate), "LOG_LEVEL"].sort());
  });
});

describe.runIf(hasHelm)("the chart", () => {
  const helm = unpackHelm();
  afterAll(() => helm.remove());
  const schema = JSON.parse(readText("deploy/helm/values.schema.json"));

  test("sets each setting itself, or takes it from the values, and has no other", async () => {
    const objects = await helm.render({ valuesFile: "ci/everything-values.yaml" });
    const envOfWorkload = (name: string) => {
      const found = objects.find(
        ({ kind, metadata }) => /^(Deployment|Job)$/.test(kind) && metadata.name === `rewards-${name}`,
      );
      return found === undefined ? [] : without(Object.keys(envOf(found)), ["NODE_EXTRA_CA_CERTS"]);
    };
    for (const kind of processes) {
      const taken: string[] = schema.properties[kind].properties.settings.propertyNames.enum;
      expect([kind, ...plainNames([...envOfWorkload(kind), ...taken])]).toEqual([
        kind,
        ...without(settingsOf(kind), leftOut.chart[kind]),
      ]);
    }
    expect(plainNames(envOfWorkload("migrate"))).toEqual(migrateSettings());
  });
});
