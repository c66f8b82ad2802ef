import { relative, sep } from "node:path";
import { reachableUrl, type Service } from "@rewards/embedded";

export interface BannerOptions {
  readonly service: Pick<Service, "url" | "consoleUrl" | "queueBackend" | "logFile">;
  readonly dataDir: string;
  readonly workers: number;
  /** Whether DATABASE_URL was set. */
  readonly isDatabaseGiven: boolean;
  readonly tookMs: number;
  /** Whether callers need a credential. */
  readonly isAuthRequired: boolean;
  /** The current folder: paths below it are shown relative to it. */
  readonly folder: string;
}

const queueNames = { redis: "Redis", postgres: "Postgres" } as const;

const clientHint = `From another terminal, create a client and set KEY to the key that it prints:

  npm run --silent rewards -- clients create --name "Me" --rights "*"
`;

const userHint = `
Users log in to the console. Create one:

  npm run --silent rewards -- users create me --rights "*"
`;

/** Says where the service is, how to try it and how to stop it. */
export function describeStart(options: BannerOptions): string {
  const { service, workers, folder } = options;
  const url = reachableUrl(service.url);
  const rows = [
    ["API", service.url],
    ["Console", reachableUrl(service.consoleUrl)],
    ["Health", `${url}/readyz`],
    ["Workers", String(workers)],
    ["Queue", queueNames[service.queueBackend]],
    ["Data", options.isDatabaseGiven ? "the database of DATABASE_URL" : shortPath(options.dataDir, folder)],
    ["Log", shortPath(service.logFile, folder)],
  ] as const;
  return `
Rewards is running (started in ${(options.tookMs / 1_000).toFixed(1)} s).

${rows.map(([name, value]) => `  ${name.padEnd(9)}${value}`).join("\n")}

${options.isAuthRequired ? clientHint : "Try it, from another terminal:\n"}
  curl -s ${url}/dx/api/application/v2/data_views/ProgramList${options.isAuthRequired ? ` \\\n    -H "Authorization: Bearer $KEY"` : ""}
${options.isAuthRequired ? userHint : ""}
Stop it with Ctrl-C. Warnings and errors appear below.
`;
}

function shortPath(path: string, folder: string): string {
  const short = relative(folder, path);
  return short === "" || short.startsWith(`..${sep}`) ? path : short;
}
