import { expect, it } from "vitest";
import { describeStart } from "./banner.ts";

const options = {
  service: {
    url: "http://0.0.0.0:3000",
    consoleUrl: "http://127.0.0.1:3030",
    queueBackend: "postgres",
    logFile: "/home/me/rewards/.data/service.log",
  },
  dataDir: "/home/me/rewards/.data",
  workers: 2,
  isDatabaseGiven: false,
  isAuthRequired: false,
  tookMs: 1_234,
  folder: "/home/me/rewards",
} as const;

it("the banner names an address that can be connected to, and paths relative to the current folder", () => {
  const text = describeStart(options);
  expect(text).toContain("started in 1.2 s");
  expect(text).toContain("API      http://0.0.0.0:3000\n");
  expect(text).toContain("Console  http://127.0.0.1:3030\n");
  expect(text).toContain("curl -s http://127.0.0.1:3000/dx/api/application/v2/data_views/ProgramList\n");
  expect(text).toContain("Data     .data\n");
  expect(text).toContain("Log      .data/service.log\n");
});

it("if callers need a credential, the banner says how to get one and sends it", () => {
  expect(describeStart(options)).not.toContain("clients create");
  const text = describeStart({ ...options, isAuthRequired: true });
  expect(text).toContain('rewards -- clients create --name "Me" --rights "*"');
  expect(text).toContain('rewards -- users create me --rights "*"');
  expect(text).toContain('-H "Authorization: Bearer $KEY"');
});

it.each([true, false])(
  "no line of the banner is wider than a terminal of 80 columns (credentials: %s)",
  (isAuthRequired) => {
    for (const line of describeStart({ ...options, isAuthRequired }).split("\n"))
      expect(line.length, line).toBeLessThanOrEqual(80);
  },
);

it("a database of one's own is not said to be in the data folder", () => {
  expect(describeStart({ ...options, isDatabaseGiven: true })).toContain("Data     the database of DATABASE_URL\n");
});
