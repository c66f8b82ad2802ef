import { spawnSync } from "node:child_process";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The fault suite takes minutes: begun last, it would keep one worker busy while the other has nothing left to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes("/faults/src/suite/");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Certificates of a private CA are made with it. Where it is missing, as where Redis is, what needs it is not tested. */
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "apps/*/src/**/*.test.ts",
      "tools/*/src/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    exclude: [...configDefaults.exclude, ...(hasOpenssl ? [] : ["test/flow/tls.test.ts"])],
    globalSetup: ["test/src/global-setup.ts"],
    // Real servers and processes are started, on machines of any speed: a bound against hanging, not a measure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    reporters: ["default"],
  },
});
