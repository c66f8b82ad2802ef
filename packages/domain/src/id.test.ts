import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatId, parseId } from "./id.ts";

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
const hex = "01890a5dac96774bbcceb302099a8057";

describe("formatId and parseId", () => {
  test("an ID contains its prefix and its UUID", () => {
    expect(formatId("SALE", uuid)).toBe(`SALE-${hex}`);
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[A-Z]{2,8}$/), (any, prefix) => {
        expect(parseId(formatId(prefix, any))).toEqual({ prefix, uuid: any });
      }),
    );
  });

  test("an ID needs no encoding in a URL", () => {
    const id = formatId("SALE", uuid);
    expect(encodeURIComponent(id)).toBe(id);
  });

  test.each([
    "",
    hex,
    uuid,
    `SALE-${uuid}`,
    `SALE-${hex.toUpperCase()}`,
    `sale-${hex}`,
    `S-${hex}`,
    `TOOLONGER-${hex}`,
    `SALE-${hex}0`,
    `SALE-${hex.slice(1)}`,
    `SALE${hex}`,
    `SALE-${hex}\n`,
    ` SALE-${hex}`,
    `SALE-${hex.slice(1)}g`,
    `SALE-${hex}' or 1=1`,
  ])("%j is not an ID", (text) => {
    expect(parseId(text)).toBeUndefined();
  });

  test("only an ID in its canonical form is read", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{1,9}-[0-9a-f]{31,33}$/)), (text) => {
        const parsed = parseId(text);
        return parsed === undefined || formatId(parsed.prefix, parsed.uuid) === text;
      }),
    );
  });
});
