/** A node of a JSON document: its value, its JSON text, and its name with a colon, which is empty for an item. */
interface Node {
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
}

/** Returns the texts that replace a node among its neighbours. */
export type Change = (node: Node) => string[];

export interface NodeFault {
  /** Counted from the root in writing order; the count wraps around. */
  readonly at: number;
  readonly change: Change;
}

const isCollection = (value: unknown): value is object => typeof value === "object" && value !== null;
const countNodes = (value: unknown): number =>
  isCollection(value) ? Object.values(value).reduce<number>((sum, child) => sum + countNodes(child), 1) : 1;

/** The JSON text of a document with faults that a parsed document cannot have, such as a name that comes twice. */
export function writeDocument(document: unknown, faults: readonly NodeFault[]): string {
  const count = countNodes(document);
  const changes = new Map(faults.map(({ at, change }) => [at % count, change]));
  let next = 0;
  function write(value: unknown, name: string): string[] {
    const change = changes.get(next++);
    const text = textOf(value);
    return change ? change({ name, text, value }) : [name + text];
  }
  function textOf(value: unknown): string {
    if (Array.isArray(value)) return `[${value.flatMap((item) => write(item, "")).join(",")}]`;
    if (!isCollection(value)) return JSON.stringify(value) ?? "null";
    const members = Object.entries(value).flatMap(([name, member]) => write(member, `${JSON.stringify(name)}:`));
    return `{${members.join(",")}}`;
  }
  return write(document, "").join(",");
}

/** Every kind of change. */
export const changes = {
  remove: (): Change => () => [],
  replace:
    (by: string): Change =>
    ({ name }) => [name + by],
  /** A name that comes twice; an item stays as it is. */
  double:
    (by: string, isFirst: boolean): Change =>
    ({ name, text }) => {
      if (name === "") return [text];
      return isFirst ? [name + by, name + text] : [name + text, name + by];
    },
  add:
    (addedName: string, added: string): Change =>
    ({ name, text, value }) => {
      if (!isCollection(value) || Array.isArray(value)) return [name + text];
      const members = [text.slice(1, -1), `${JSON.stringify(addedName)}:${added}`].filter((part) => part !== "");
      return [`${name}{${members.join(",")}}`];
    },
  wrap:
    (depth: number): Change =>
    ({ name, text }) => [name + "[".repeat(depth) + text + "]".repeat(depth)],
  /** A list of copies of its first item. */
  repeat:
    (count: number): Change =>
    ({ name, text, value }) => {
      if (!Array.isArray(value) || value.length === 0) return [name + text];
      const item = JSON.stringify(value[0]) ?? "null";
      return [`${name}[${Array.from({ length: count }, () => item).join(",")}]`];
    },
};
