const sliceChars = 65_536;
const encoder = new TextEncoder();

/** Writes a response with a list of records as JSON while the records arrive, up to a number of bytes. */
export interface JsonSlices {
  /** False if the record no longer fits; the first one always fits. */
  take(record: unknown): boolean;
  /** Ends the list and appends the members of `rest`. */
  end(rest: Readonly<Record<string, unknown>>): Uint8Array<ArrayBuffer>[];
  count(): number;
}

/** @param bytesMax limits the bytes of all records together. */
export function openJsonSlices(bytesMax: number): JsonSlices {
  const slices: Uint8Array<ArrayBuffer>[] = [];
  let text = '{"data":[';
  let bytes = 0;
  let count = 0;

  function cut(): void {
    slices.push(encoder.encode(text));
    text = "";
  }

  return {
    take(record) {
      const json = JSON.stringify(record);
      const jsonBytes = Buffer.byteLength(json) + 1;
      if (count > 0 && bytes + jsonBytes > bytesMax) return false;
      text += count > 0 ? `,${json}` : json;
      bytes += jsonBytes;
      count += 1;
      if (text.length >= sliceChars) cut();
      return true;
    },
    end(rest) {
      text += `],${JSON.stringify(rest).slice(1)}`;
      cut();
      return slices;
    },
    count: () => count,
  };
}
