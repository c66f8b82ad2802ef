import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const [, , input, output] = process.argv;
mkdirSync(output, { recursive: true });
writeFileSync(`${output}/index.ts`, astToString(await openapiTS(JSON.parse(readFileSync(input, "utf8")))));
