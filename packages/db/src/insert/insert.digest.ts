import { sale } from "@rewards/domain";
import { textLiteral } from "../literal.ts";
import { columnFields, columnName, sqlTypeOf } from "../object/object.table.ts";

/** Values that give the same text in every session. A column that a later release adds does not change a digest. */
const plainOf = (column: string, type: string) =>
  type === "timestamptz" ? `extract(epoch from ${column})` : type === "text" ? `nullif(${column}, '')` : column;

/** SQL: a digest of the content of a sale, over the columns of its row or of a new one. 16 bytes of a SHA-256. */
export const contentDigest = () => {
  const content = columnFields(sale).flatMap(([name, field]) => {
    const column = `"${columnName(name)}"`;
    return field.input ? [`${textLiteral(name)}, ${plainOf(column, sqlTypeOf(field.type))}`] : [];
  });
  return `substr(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(${content.join(", ")}))::text, 'UTF8')), 1, 16)`;
};
