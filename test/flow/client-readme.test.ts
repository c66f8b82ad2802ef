import { expect, test } from "vitest";
import { runProgram, textOf } from "./support/docs.ts";
import { useSharedStack } from "./support/stack.ts";

const readme = textOf("packages/client/README.md");
const examples = [...readme.matchAll(/<!-- example -->\n```js\n([\s\S]*?)```\n\n```console\n([\s\S]*?)```/g)].map(
  ([, example = "", output = ""]) => ({ example, output }),
);

const stack = useSharedStack();

test("the client's README shows a first call, views and versions, events and many creates", () =>
  expect(examples).toHaveLength(4));

test.each(examples)("an example of the client's README prints what it says", ({ example, output }) => {
  expect(runProgram(example, stack.client.url, "test")).toBe(output);
});
