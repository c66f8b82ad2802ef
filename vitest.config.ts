import { spawnSync } from "node:child_process";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Take minutes: begun last, they would keep one worker busy while the other has nothing left to do. */
const longFiles = ["/faults/src/suite/", "/test/class/new-class", "/test/flow/backup-restore", "/test/flow/console"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((name) => moduleId.includes(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Certificates of a private CA are made with it. Where it is missing, as where Redis is, what needs it is not tested. */
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

const domainTests = "packages/domain/src/**/*.test.ts";
const allTests = "{apps,packages,test,tools}/**/*.test.ts";
/** Tests on real servers: the run starts Postgres, and Redis where there is one, only if it has such a file. */
const serverTests = [allTests.replace("*.test.ts", "*.db.test.ts"), "test/{flow,fuzz}/**/*.test.ts"];

/**
 * Tests that start processes or compile: seconds each. `npm run verify` leaves them out, as it leaves out those on servers.
 */
const processTests = [
  "packages/embedded/src/{folder,process,service}/*.test.ts",
  "packages/runtime/src/{heap,readiness}.test.ts",
  "test/{class,deploy}/**/*.test.ts",
  "test/src/setup.test.ts",
  "tools/bench/src/{hostile,load}/**/*.test.ts",
  "tools/faults/src/suite/**/*.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      // Pure functions share nothing, so their files share the threads that run them: half the time.
      { extends: true, test: { name: "domain", include: [domainTests], pool: "threads", isolate: false } },
      // Files share the processes that run them: loading the packages for each file took a fifth of the whole run.
      {
        extends: true,
        test: {
          name: "unit",
          include: [allTests],
          exclude: [...configDefaults.exclude, domainTests, ...processTests, ...serverTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: processTests,
          exclude: [...configDefaults.exclude, ...serverTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "servers",
          isolate: false,
          include: serverTests,
          exclude: [...configDefaults.exclude, ...(hasOpenssl ? [] : ["test/flow/tls.test.ts"])],
          globalSetup: ["test/src/global-setup.ts"],
        },
      },
    ],
    // Real servers and processes are started, on machines of any speed: a bound against hanging, not a measure.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // More than most machines have cores: a third of the time, a file waits for timers and servers.
    maxWorkers: 3,
    reporters: ["default"],
  },
});
