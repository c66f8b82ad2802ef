/** A JSON document as written, not as parsed: names may repeat, and a leaf is any text. */
export type Tree =
  | { readonly kind: "object"; readonly members: readonly (readonly [name: string, value: Tree])[] }
  | { readonly kind: "array"; readonly items: readonly Tree[] }
  | { readonly kind: "text"; readonly text: string };

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: "array", items: value.map(treeOf) };
  if (typeof value === "object" && value !== null)
    return { kind: "object", members: Object.entries(value).map(([name, item]) => [name, treeOf(item)] as const) };
  return { kind: "text", text: JSON.stringify(value) ?? "null" };
}

export function writeTree(tree: Tree): string {
  if (tree.kind === "text") return tree.text;
  if (tree.kind === "array") return `[${tree.items.map(writeTree).join(",")}]`;
  return `{${tree.members.map(([name, value]) => `${JSON.stringify(name)}:${writeTree(value)}`).join(",")}}`;
}

/** A change of one node of a document. */
export type Change =
  | { readonly kind: "replace"; readonly text: string }
  | { readonly kind: "remove" }
  | { readonly kind: "double"; readonly text: string; readonly isFirst: boolean }
  | { readonly kind: "add"; readonly name: string; readonly text: string }
  | { readonly kind: "wrap"; readonly depth: number }
  | { readonly kind: "repeat"; readonly count: number };

/** The document with its `at`-th node changed, counted from the root in writing order; the count wraps around. */
export function changeTree(tree: Tree, at: number, change: Change): Tree {
  const state = { left: at % countNodes(tree) };
  return changeNode(tree, state, change);
}

function countNodes(tree: Tree): number {
  if (tree.kind === "text") return 1;
  const children = tree.kind === "array" ? tree.items : tree.members.map(([, value]) => value);
  return children.reduce((sum, child) => sum + countNodes(child), 1);
}

function changeNode(tree: Tree, state: { left: number }, change: Change): Tree {
  if (state.left-- === 0) return changed(tree, change);
  if (tree.kind === "text") return tree;
  if (tree.kind === "array") return { kind: "array", items: changeItems(tree.items, state, change) };
  const members = tree.members.flatMap(([name, value]): (readonly [string, Tree])[] => {
    const isThis = state.left === 0;
    const after = changeNode(value, state, change);
    if (!isThis) return [[name, after]];
    if (change.kind === "remove") return [];
    if (change.kind !== "double") return [[name, after]];
    const twin = [name, { kind: "text", text: change.text }] as const;
    return change.isFirst ? [twin, [name, value]] : [[name, value], twin];
  });
  return { kind: "object", members };
}

function changeItems(items: readonly Tree[], state: { left: number }, change: Change): Tree[] {
  return items.flatMap((item) => {
    const isThis = state.left === 0;
    const after = changeNode(item, state, change);
    return isThis && change.kind === "remove" ? [] : [after];
  });
}

function changed(tree: Tree, change: Change): Tree {
  switch (change.kind) {
    case "replace":
      return { kind: "text", text: change.text };
    case "wrap":
      return { kind: "text", text: `${"[".repeat(change.depth)}${writeTree(tree)}${"]".repeat(change.depth)}` };
    case "add":
      return tree.kind === "object"
        ? { kind: "object", members: [...tree.members, [change.name, { kind: "text", text: change.text }]] }
        : tree;
    case "repeat":
      return tree.kind === "array" && tree.items[0]
        ? { kind: "array", items: Array.from({ length: change.count }, () => tree.items[0] as Tree) }
        : tree;
    default:
      return tree;
  }
}
