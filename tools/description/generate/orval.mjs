import { generate } from "orval";

const [, , target, output] = process.argv;
await generate({
  input: { target },
  output: { target: `${output}/index.ts`, schemas: `${output}/model`, client: "fetch", mode: "single" },
});
await generate({ input: { target }, output: { target: `${output}/zod.ts`, client: "zod", mode: "single" } });
