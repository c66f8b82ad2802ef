import { insertGroup, type Sql } from "@rewards/db";
import { AppError, type ObjectDefinition, parseContent } from "@rewards/domain";
import { uuidv7 } from "uuidv7";

const groupRowsMax = 1_000;

interface ShopRecord {
  /** A UUID; default: a fresh one. */
  readonly id?: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Fills a migrated database with the product's own inserts.
 * @throws AppError if one is refused.
 */
export async function insertRecords(
  sql: Sql,
  definition: ObjectDefinition,
  user: string,
  records: readonly ShopRecord[],
): Promise<void> {
  for (let from = 0; from < records.length; from += groupRowsMax) {
    const group = records.slice(from, from + groupRowsMax).map(({ id = uuidv7(), content }) => ({
      id,
      user,
      content: parseContent(definition.content, content) as Record<string, unknown>,
    }));
    const { answers } = await insertGroup(sql, definition, group);
    for (const answer of answers) if (answer instanceof AppError) throw answer;
  }
}
