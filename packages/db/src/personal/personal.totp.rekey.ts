import { AppError } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { holdKey } from "./personal.key.ts";
import type { PersonalKeys } from "./personal.keys.ts";
import { keyIdOfTotp, openTotp, sealTotp } from "./personal.totp.ts";

/** The secrets of one-time codes that were stored anew, and why others could not be. */
export interface RekeyedTotp {
  readonly secrets: number;
  readonly unopened: readonly string[];
}

/** Stores the secrets of one-time codes as new ones are stored, in one transaction: operators are few. */
export async function rekeyTotp(tx: Tx, keys: PersonalKeys): Promise<RekeyedTotp> {
  if (keys.sealing) await holdKey(tx, keys.sealing);
  const unopened: string[] = [];
  let secrets = 0;
  for (const { name, secret } of await readTotp(tx)) {
    if (keyIdOfTotp(secret) === keys.sealing?.id) continue;
    try {
      const next = sealTotp(keys, name, openTotp(keys, name, secret));
      await tx`update console_user set totp_secret = ${next} where name = ${name}`;
      secrets += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unopened.push((error.cause as Error).message);
    }
  }
  return { secrets, unopened };
}

/** Whether a secret of one-time codes is encrypted with this key. */
export const usesTotpKey = async (tx: Tx, id: string): Promise<boolean> =>
  (await readTotp(tx)).some(({ secret }) => keyIdOfTotp(secret) === id);

const readTotp = (sql: Sql | Tx) =>
  sql<{ name: string; secret: Buffer }[]>`
    select name, totp_secret as secret from console_user where totp_secret is not null order by name for update`;
