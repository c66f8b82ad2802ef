import { apiSettings, consoleSettings, settingNames, urlSettings, workerSettings } from "@rewards/runtime";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that Node and the system read in every process. */
const general = [
  "NODE_ENV",
  "NODE_EXTRA_CA_CERTS",
  "NODE_OPTIONS",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "TZ",
] as const;

/** Standard variables of OpenTelemetry; the endpoint is a setting. */
const otel = ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"];

/** Whoever starts a process gives it whole URLs. */
const ofUrls = urlSettings.filter((name) => !/_URL$/.test(name));
const namesOf = (schema: Parameters<typeof settingNames>[0]) =>
  settingNames(schema).filter((name) => !ofUrls.includes(name));

/** The settings of each process. A test compares them with docs/configuration.md. */
export const processSettings = {
  api: [...namesOf(apiSettings), ...otel],
  worker: [...namesOf(workerSettings), ...otel],
  console: namesOf(consoleSettings),
} as const;

export type ProcessKind = keyof typeof processSettings;

/** The part of the service's environment that a process gets: no secret of the shell or of another process. */
export function environmentOf(kind: ProcessKind, env: Environment): Environment {
  const names: readonly string[] = [...general, ...processSettings[kind]];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
