import type { Load } from "../asked.ts";
import type { Servers } from "../servers.ts";

/** What every run works with. */
export interface Bench {
  readonly servers: Servers;
  readonly load: Load;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags of Node for the measured processes. */
  readonly nodeArgs: readonly string[];
  readonly isQuick?: boolean;
}
