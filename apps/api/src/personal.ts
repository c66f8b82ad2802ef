import {
  createPersonalKeys,
  type Database,
  describeOtherKeys,
  type NewRecord,
  type PersonalKeys,
  readStoredKeys,
  type StoredKey,
  sealNewRecord,
  unsuitedKeys,
} from "@rewards/db";
import { AppError, type ObjectDefinition } from "@rewards/domain";
import { createLineBudget, type Logger, type PersonalKeySetting } from "@rewards/runtime";
import { type Following, followDatabase } from "./credentials/follow.ts";

/** How this process stores and reads personal data, and what the other processes do with it. */
export interface PersonalData extends Following {
  readonly keys: PersonalKeys;
  /** Why some personal data cannot be read, with the remedy; undefined if all of it can be. */
  reason(): string | undefined;
  /** Whether a look has succeeded. Before, nobody knows whether personal data may be stored in clear. */
  isKnown(): boolean;
  /** Whether some of it may be encrypted. Queries can then use it only in part; see `parseQuery`. */
  isSealed(): boolean;
  /**
   * A new record in the form in which it is stored.
   * @throws AppError 503, see `demandKeys`.
   */
  sealed(definition: ObjectDefinition, record: NewRecord): NewRecord;
  /**
   * Checks that personal data in the content may be stored.
   * @throws AppError 503 if this process has no keys and others encrypt, or may encrypt; or if others use another key
   * under the ID of its key.
   */
  demandKeys(definition: ObjectDefinition, content: unknown): void;
}

const message = "personal data is encrypted with a key that this process lacks";
const lines = { linesMax: 1, everyMs: 60_000 };

/** Follows which keys the stored data needs. While Postgres is away, the last state applies. */
export function watchPersonalData(
  { sql }: Pick<Database, "sql">,
  setting: PersonalKeySetting | undefined,
  logger: Pick<Logger, "warn">,
): PersonalData {
  const keys = createPersonalKeys(setting);
  const warned = createLineBudget(lines);
  let needed: readonly StoredKey[] = [];
  /** Whether this process may store personal data. Without keys, it is known after the first look. */
  let canStore = keys.all.size > 0;
  let isKnown = false;
  /** Why the last look failed, which is what callers read until one has succeeded. */
  let fault: unknown;

  const reason = () => describeUnreadable(keys, needed);

  async function refresh(): Promise<void> {
    needed = await readStoredKeys(sql).catch((error: unknown) => {
      fault = error;
      throw error;
    });
    fault = undefined;
    isKnown = true;
    const isOther = keys.sealing !== undefined && unsuitedKeys(keys, needed).other.includes(keys.sealing.id);
    canStore = keys.all.size > 0 ? !isOther : needed.length === 0;
    const found = reason();
    if (found !== undefined && warned.take() !== undefined) logger.warn({ reason: found }, message);
  }

  function demandKeys({ fields }: ObjectDefinition, content: unknown): void {
    if (canStore || !hasPersonal(fields, content)) return;
    if (fault !== undefined) throw fault;
    const cause = new Error(reason() ?? "It is not known yet whether personal data is encrypted.");
    throw new AppError("Error_Service_Unavailable", undefined, { cause });
  }

  return {
    ...followDatabase(refresh, "cannot read which keys personal data needs", logger),
    keys,
    reason,
    isKnown: () => isKnown,
    isSealed: () => keys.all.size > 0 || needed.length > 0,
    sealed(definition, record) {
      demandKeys(definition, record.content);
      return sealNewRecord(definition, keys, record);
    },
    demandKeys,
  };
}

/** Why stored personal data cannot be read, with the remedy; undefined if all of it can be. */
function describeUnreadable(keys: PersonalKeys, needed: readonly StoredKey[]): string | undefined {
  const { lacking, other } = unsuitedKeys(keys, needed);
  if (other.length > 0) return describeOtherKeys(other);
  if (lacking.length === 0) return undefined;
  return `Personal data is encrypted with keys that PERSONAL_DATA_KEYS lacks: ${lacking.join(", ")}. Add them and restart; docs/security.md says how to replace a key.`;
}

function hasPersonal(fields: ObjectDefinition["fields"], content: unknown): boolean {
  const given = Object.entries(content ?? {}).filter(([, value]) => value !== undefined);
  return given.some(([name]) => fields[name]?.personal);
}
