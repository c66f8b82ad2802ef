import { expect, test } from "vitest";
import { objectTypes, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { countRows, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });

const endpoints: [path: string, allow: string[]][] = [
  [`${root}/objects`, ["POST"]],
  [`${root}/objects/STO-1`, ["GET", "HEAD"]],
  [`${root}/objects/STO-1/actions/Edit`, ["GET", "HEAD", "PATCH"]],
  [`${root}/data_views`, ["GET", "HEAD"]],
  [`${root}/data_views/ProgramList`, ["GET", "HEAD", "POST"]],
  [`${root}/data_views/ProgramList/count`, ["POST"]],
  [`${root}/data_views/ProgramList/metadata`, ["GET", "HEAD"]],
  ["/livez", ["GET", "HEAD"]],
  ["/readyz", ["GET", "HEAD"]],
];
const prefixed = Object.keys(objectTypes).flatMap((prefix) =>
  endpoints
    .filter(([path]) => path.startsWith(root))
    .map(([path, allow]): [string, string[]] => [`/${prefix}${path}`, allow]),
);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

test.each([...endpoints, ...prefixed])(
  "%s refuses every method but %j with 405 and names them",
  async (path, allow) => {
    const before = await countRows(stack);
    for (const method of methods.filter((one) => !allow.includes(one))) {
      const answer = await stack.client.send(method, path, method === "GET" ? undefined : {});
      expectError(answer, 405, "Error_Method_NotAllowed");
      expect(answer.headers.get("allow")).toBe(allow.join(", "));
    }
    if (!allow.includes("HEAD"))
      expect(await stack.client.send("HEAD", path)).toMatchObject({ status: 405, body: undefined });
    expect(await countRows(stack)).toEqual(before);
  },
);
