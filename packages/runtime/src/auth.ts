import { ConfigError } from "./config.ts";
import { isLoopback } from "./loopback.ts";

/** The settings that decide who may call. */
export interface AuthSettings {
  readonly HOST: string;
  readonly AUTH: "none" | "required";
  readonly AUTH_NONE_ON_PUBLIC: "yes" | "no";
}

/**
 * Stops the start of an API that other machines could reach without a credential.
 * @throws ConfigError naming both remedies.
 */
export function refuseOpenService({ HOST, AUTH, AUTH_NONE_ON_PUBLIC }: AuthSettings): void {
  if (AUTH === "required" || AUTH_NONE_ON_PUBLIC === "yes" || isLoopback(HOST.toLowerCase())) return;
  throw new ConfigError(
    "Configuration: HOST is not a loopback address, and with AUTH=none everybody who reaches it may do everything: " +
      "set AUTH=required and create clients (docs/security.md), or AUTH_NONE_ON_PUBLIC=yes if only trusted callers reach it",
  );
}
