import {
  actionRight,
  actions,
  creatableObjects,
  createRight,
  dataViews,
  isGranted,
  objects,
  operatorRight,
  type Rights,
  readRight,
  viewRight,
} from "@rewards/domain";
import * as names from "./names.ts";
import type { OpenApiDocument, Operation, PathItem, Schema } from "./openapi.types.ts";

/** Schemas that are alternatives of operations for several classes, each with the rights that make it visible. */
const rightsOfSchema: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...creatableObjects.flatMap((one) => {
    const rights = [createRight(one)];
    return [[names.bodyName(one), rights] as const, [names.createdName(one), rights] as const];
  }),
  ...objects.map((one) => [names.infoName(one), [readRight(one), operatorRight("inspect")]] as const),
  ...actions.flatMap((one) => {
    const rights = [actionRight(one)];
    return [[names.actionContentName(one), rights] as const, [names.actionAnswerName(one), rights] as const];
  }),
]);

const refPrefix = "#/components/";
const alternatives = new Set(["oneOf", "anyOf"]);
const isObject = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/**
 * The part of the document that a caller with these rights reaches: the operations, the alternatives and names within
 * them, and the components that they refer to. Without any right, that is what needs no credential.
 */
export function reachedDocument(document: OpenApiDocument, rights: Rights): OpenApiDocument {
  const isHidden = hiddenIn(document, rights);
  const keep = (operation: Operation) => isReached(operation, rights) && !isHidden(operation);
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    const kept = Object.entries(item).filter(([, one]) => !isOperation(one) || keep(one));
    return kept.some(([, one]) => isOperation(one)) ? [[path, reduce(Object.fromEntries(kept), isHidden, rights)]] : [];
  });
  const components = componentsOf(document, Object.fromEntries(paths), (one) => reduce(one, isHidden, rights));
  const used = new Set(
    paths.flatMap(([, item]) => Object.values(item).filter(isOperation)).flatMap(({ tags }) => tags),
  );
  const tags = document.tags.filter(({ name }) => used.has(name));
  return { ...document, tags, paths: Object.fromEntries(paths), components };
}

const isOperation = (value: unknown): value is Operation => isObject(value) && "operationId" in value;

function isReached({ security, "x-rights": needed }: Operation, rights: Rights): boolean {
  if (Array.isArray(needed)) return needed.some((right) => isGranted(rights, right));
  return security?.length === 0 || rights.granted.size > 0;
}

/** Returns a check: a part of the document is hidden if its right is missing, or if it refers to a hidden part. */
function hiddenIn(document: OpenApiDocument, rights: Rights): (part: unknown) => boolean {
  const known = new Map<string, boolean>();
  const isHiddenRef = (ref: string): boolean => {
    const decided = known.get(ref);
    if (decided !== undefined) return decided;
    // Also ends cycles: a schema is not hidden by itself.
    known.set(ref, false);
    const of = rightsOfSchema.get(ref.split("/").at(-1) ?? "");
    const isOwn = of !== undefined && !of.some((right) => isGranted(rights, right));
    known.set(ref, isOwn || isHidden(componentAt(document, ref)));
    return known.get(ref) === true;
  };
  const isHidden = (part: unknown): boolean => {
    if (!isObject(part)) return false;
    if (typeof part["$ref"] === "string") return isHiddenRef(part["$ref"]);
    return Object.entries(part).some(([key, value]) =>
      alternatives.has(key) && Array.isArray(value) ? value.every(isHidden) : isHidden(value),
    );
  };
  return isHidden;
}

function componentAt({ components }: OpenApiDocument, ref: string): unknown {
  const [kind = "", name = ""] = ref.slice(refPrefix.length).split("/");
  return (components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name];
}

/** Names of actions and views, each with its right: the document lists them as enums. */
const rightsOfName = new Map<string, string[]>();
for (const [name, right] of [
  ...actions.map((one) => [one.name, actionRight(one)] as const),
  ...dataViews.map((one) => [one.name, viewRight(one)] as const),
])
  rightsOfName.set(name, [...(rightsOfName.get(name) ?? []), right]);

/** The part without hidden alternatives, and without the names of actions and views that are not reached. */
function reduce<Part>(part: Part, isHidden: (part: unknown) => boolean, rights: Rights): Part {
  const isNamed = (name: unknown) => {
    const needed = rightsOfName.get(String(name));
    return !needed || needed.some((right) => isGranted(rights, right));
  };
  const reduceOne = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) {
      if (key === "x-rights") return value.filter((right) => isGranted(rights, right));
      if (key === "enum") return value.filter(isNamed);
      const kept = alternatives.has(key) ? value.filter((one) => !isHidden(one)) : value;
      return kept.map((one) => reduceOne(one));
    }
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name, one]) => {
      if (key === "mapping") return !isHidden({ $ref: one });
      return key !== "scopes" || isGranted(rights, name);
    });
    return Object.fromEntries(kept.map(([name, one]) => [name, reduceOne(one, name)]));
  };
  // It has the part's own form: only elements of lists and mappings are left out.
  return reduceOne(part) as Part;
}

/** The components that the paths refer to, directly or through others. */
function componentsOf(
  document: OpenApiDocument,
  paths: OpenApiDocument["paths"],
  reduced: (component: unknown) => unknown,
): OpenApiDocument["components"] {
  const found = new Map<string, unknown>();
  const follow = (part: unknown): void => {
    if (!isObject(part)) return;
    for (const value of Object.values(part)) {
      if (typeof value === "string" && value.startsWith(refPrefix) && !found.has(value)) {
        const component = reduced(componentAt(document, value));
        found.set(value, component);
        follow(component);
      } else follow(value);
    }
  };
  follow(paths);
  const kinds = Object.entries(document.components).map(([kind, all]) => {
    const kept = Object.keys(all).flatMap((name) => {
      const ref = `${refPrefix}${kind}/${name}`;
      return found.has(ref) ? [[name, found.get(ref)] as const] : [];
    });
    return [kind, kind === "securitySchemes" ? reduced(all) : Object.fromEntries(kept)];
  });
  return Object.fromEntries(kinds);
}
