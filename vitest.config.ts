import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "apps/*/src/**/*.test.ts",
      "bench/src/**/*.test.ts",
      "faults/src/**/*.test.ts",
      "fuzz/src/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    globalSetup: ["test/src/global-setup.ts"],
    // Real servers and processes are started, on machines of any speed: a bound against hanging, not a measure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    pool: "forks",
    maxWorkers: 2,
    reporters: ["default"],
  },
});
