import fc from "fast-check";
import { words } from "./texts.ts";
import { type Change, changeTree, type Tree, treeOf, writeTree } from "./tree.ts";
import { depth, hostileName, hostileValue } from "./values.ts";

/** A change of a body's bytes after it is written. `at` is a share of its length. */
type BytesChange =
  | { readonly kind: "insert"; readonly at: number; readonly hex: string }
  | { readonly kind: "overwrite"; readonly at: number; readonly hex: string }
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "utf16" }
  | { readonly kind: "pad"; readonly bytes: number; readonly isText: boolean };

/** The faults of a body; none if both are empty. */
export interface BodyFault {
  readonly nodes: readonly { readonly at: number; readonly change: Change }[];
  readonly bytes: readonly BytesChange[];
}

export const sound: BodyFault = { nodes: [], bytes: [] };

/** The service's default limit. */
export const bodyBytesMax = 1_048_576;
const manyNodes = 10_000;

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: hostileValue.map((text) => ({ kind: "replace", text }) as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "remove" } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("double" as const), text: hostileValue, isFirst: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("add" as const), name: hostileName, text: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wrap" as const), depth }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("repeat" as const), count: fc.constantFrom(0, 101, 501, 5_000) }),
  },
);

const at = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000);
/** Invalid UTF-8, a byte order mark, NUL, a surrogate, JSON syntax, more JSON. */
const hex = fc.constantFrom(...words("ff c3 eda080 f4908080 c080 efbbbf 00 22 7b 7d 0a 5c 7b7d"));
/** The limit for a create or an action with few fields is lower. */
const plainBytesMax = 65_536;
const sizes = fc.constantFrom(
  plainBytesMax,
  plainBytesMax + 1,
  bodyBytesMax - 1,
  bodyBytesMax,
  bodyBytesMax + 1,
  10_485_760,
);

const bytesChange: fc.Arbitrary<BytesChange> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("insert" as const), at, hex }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("overwrite" as const), at, hex }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cut" as const), at }) },
  { weight: 1, arbitrary: fc.constant({ kind: "utf16" } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pad" as const), bytes: sizes, isText: fc.boolean() }) },
);

const nodeFault = fc.record({ at: fc.nat(manyNodes), change });

/** One to three faults at once. */
export const bodyFault: fc.Arbitrary<BodyFault> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ nodes: fc.array(nodeFault, { minLength: 1, maxLength: 3 }), bytes: fc.constant([]) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ nodes: fc.constant([]), bytes: fc.array(bytesChange, { minLength: 1, maxLength: 2 }) }),
  },
);

export function isSound({ nodes, bytes }: BodyFault): boolean {
  return nodes.length === 0 && bytes.length === 0;
}

/** The bytes of a body with its faults. */
export function writeBody(body: unknown, fault: BodyFault): Buffer {
  if (isSound(fault)) return Buffer.from(JSON.stringify(body));
  const tree = fault.nodes.reduce<Tree>(
    (before, { at: node, change }) => changeTree(before, node, change),
    treeOf(body),
  );
  return fault.bytes.reduce<Buffer>(changeBytes, Buffer.from(writeTree(tree)));
}

function changeBytes(bytes: Buffer, change: BytesChange): Buffer {
  switch (change.kind) {
    case "cut":
      return bytes.subarray(0, Math.floor(bytes.length * change.at));
    case "utf16":
      return Buffer.from(bytes.toString(), "utf16le");
    case "pad":
      return change.isText ? padText(bytes, change.bytes) : padBlank(bytes, change.bytes);
    default: {
      const place = Math.floor(bytes.length * change.at);
      const more = Buffer.from(change.hex, "hex");
      const after = place + (change.kind === "overwrite" ? more.length : 0);
      return Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(after)]);
    }
  }
}

/** Pads with trailing blanks, which do not change the document. */
function padBlank(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length), " ")]);
}

/** Pads with an unknown member of the needed length. */
function padText(bytes: Buffer, size: number): Buffer {
  const end = bytes.lastIndexOf("}");
  if (end < 1) return padBlank(bytes, size);
  const [before, after] = [Buffer.from(',"Filler":"'), Buffer.from('"}')];
  const filler = Buffer.alloc(Math.max(0, size - end - before.length - after.length), "f");
  return Buffer.concat([bytes.subarray(0, end), before, filler, after]);
}
