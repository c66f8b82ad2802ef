import { createPersonalKeys, type PersonalKeys } from "@rewards/db";
import { loadConfig } from "@rewards/runtime";
import { personalConfig } from "./config.ts";
import type { ProgramOptions } from "./program.ts";

/** Explains PERSONAL_DATA_KEYS, for commands that read or write what is encrypted. */
export const keysHelp = `
If personal data is encrypted, set PERSONAL_DATA_KEYS as for the API
(docs/security.md).`;

export const readKeys = ({ env }: ProgramOptions): PersonalKeys =>
  createPersonalKeys(loadConfig(personalConfig, env).PERSONAL_DATA_KEYS);
