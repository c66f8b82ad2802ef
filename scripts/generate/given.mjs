import ts from "typescript";

/** @typedef {import("@rewards/api/openapi").OpenApiDocument} Document */

/**
 * The names of the schemas that bodies of requests are made of.
 * @param {Document} document
 */
function givenSchemas({ paths, components }) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {any} part */
  const follow = (part) => {
    if (part === null || typeof part !== "object") return;
    const name = typeof part.$ref === "string" ? part.$ref.split("/").at(-1) : undefined;
    if (name !== undefined && !names.has(name)) follow(components.schemas[names.add(name) && name]);
    for (const inner of Object.values(part)) follow(inner);
  };
  for (const item of Object.values(paths))
    for (const operation of Object.values(item)) follow(/** @type {any} */ (operation).requestBody);
  return names;
}

/**
 * The types, with `undefined` for what a caller may leave out of a request: JSON leaves it out as well. Otherwise callers
 * with `exactOptionalPropertyTypes` could not pass a value that they perhaps do not have.
 * @param {readonly ts.Node[]} types
 * @param {Document} document
 */
export function allowUndefined(types, document) {
  const given = givenSchemas(document);
  /** @param {ts.Node} node */
  const nameOf = (node) => (ts.isPropertySignature(node) ? /** @type {any} */ (node.name).text : undefined);
  const undefinedType = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  /** @type {(context: ts.TransformationContext) => (node: ts.Node) => ts.Node} */
  const transformer = (context) => {
    /** @type {(isGiven: boolean, path: readonly string[]) => (node: ts.Node) => ts.Node} */
    const visit = (isGiven, path) => (node) => {
      const name = nameOf(node);
      const isBegun = name === "requestBody" || (path.at(-1) === "schemas" && given.has(name ?? ""));
      const way = name === undefined ? path : [...path, name];
      const visited = ts.visitEachChild(node, visit(isGiven || isBegun, way), context);
      if (!isGiven || !ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
      const { modifiers, questionToken, type } = visited;
      const union = ts.factory.createUnionTypeNode([
        ...(ts.isUnionTypeNode(type) ? type.types : [type]),
        undefinedType,
      ]);
      return ts.factory.updatePropertySignature(visited, modifiers, visited.name, questionToken, union);
    };
    return visit(false, []);
  };
  return ts.transform([...types], [transformer]).transformed;
}
