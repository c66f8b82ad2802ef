import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { LoadResult, LoadSpec } from "./load.types.ts";

/** The generator, in a process of its own: its CPU is read apart from all else, and the harness does not slow it. */
export interface Load {
  run(spec: LoadSpec): Promise<LoadResult>;
  stop(): void;
}

type Message =
  | { readonly type: "ready" }
  | { readonly type: "result"; readonly result: LoadResult }
  | { readonly type: "failed"; readonly message: string };

export async function startLoad(): Promise<Load> {
  const child = fork(fileURLToPath(new URL("./load.main.js", import.meta.url)));
  const next = () =>
    new Promise<Message>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the load generator ended with code ${code}`));
      child.once("exit", onExit).once("message", (message: Message) => {
        child.off("exit", onExit);
        resolve(message);
      });
    });
  await next();
  return {
    async run(spec) {
      child.send(spec);
      const message = await next();
      if (message.type !== "result") throw new Error(message.type === "failed" ? message.message : "no result");
      return message.result;
    },
    stop: () => child.disconnect(),
  };
}
