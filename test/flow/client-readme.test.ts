import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { useStack } from "./support/stack.ts";

const readme = readFileSync(fileURLToPath(new URL("../../packages/client/README.md", import.meta.url)), "utf8");
const examples = [...readme.matchAll(/<!-- example -->\n```js\n([\s\S]*?)```\n\n```console\n([\s\S]*?)```/g)].map(
  ([, example = "", output = ""]) => ({ example, output }),
);

const stack = useStack();

test("the client's README shows a first call, and views and versions", () => expect(examples).toHaveLength(2));

test.each(examples)("an example of the client's README prints what it says", ({ example, output }) => {
  const script = example.replace("http://127.0.0.1:3000", stack.client.url);
  expect(script).toContain(stack.client.url);
  // Node resolves packages from the working directory.
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toBe(output);
});
