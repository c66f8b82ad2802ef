import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { notifyReady } from "@rewards/runtime";

/** A child process that answers questions, one after the other. */
export interface AskedProcess<Question, Answer> {
  /** @throws the process' failure, or an error if it ended. */
  ask(question: Question): Promise<Answer>;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts a script that calls `answerParent`: its CPU is measured separately, and the harness does not slow it. */
export async function startAsked<Question, Answer>(script: string): Promise<AskedProcess<Question, Answer>> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)));
  const ended = once(child, "exit").then(([code]) => [{ failure: `${script} ended with code ${code}` }]);
  const next = async () => {
    const [message] = await Promise.race([once(child, "message"), ended]);
    return message as { readonly answer?: Answer; readonly failure?: string };
  };
  await next();
  return {
    async ask(question) {
      child.send(question as never);
      const { answer, failure = "no answer" } = await next();
      if (answer === undefined) throw new Error(failure);
      return answer;
    },
    async stop() {
      if (!child.connected) return;
      child.disconnect();
      await ended;
    },
  };
}

/** The child's end: answers the parent's questions, and ends with the parent. */
export function answerParent<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on("message", (question: Question) => {
    answer(question).then(
      (found) => process.send?.({ answer: found }),
      (error: unknown) => process.send?.({ failure: String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
  notifyReady();
}
