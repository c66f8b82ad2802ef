import { auditTokens, type IssuedToken } from "@rewards/access";
import type { Database } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { createBatcher } from "@rewards/runtime";

const batchTokensMax = 500;
/** Tokens that wait for their entry; above this, 503. */
const waitingTokensMax = 1_000;

/**
 * Resolves when the audit entry of a token is committed.
 * @throws AppError 503, or an error of the database: then the token must not be given out.
 */
export type AuditToken = (token: IssuedToken) => Promise<void>;

/** Writes in batches, one at a time, so that requests for tokens use one connection and leave the others to sales. */
export function createTokenAudit(sql: Database["sql"]): AuditToken {
  const batcher = createBatcher<IssuedToken, void>({
    rowsMax: batchTokensMax,
    waitingRowsMax: waitingTokensMax,
    onOverload: () => new AppError("Error_Service_Overloaded"),
    async run(tokens) {
      await auditTokens(sql, tokens);
      return tokens.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
  return (token) => batcher.add(token);
}
