import { internalPattern } from "@rewards/fuzz";
import { expect } from "vitest";
import type { Answer } from "./client.ts";

const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

export interface Place {
  readonly code: string;
  readonly page?: string;
  readonly field?: string;
}

/** Expects this refusal, in exactly the body that all errors share. */
export function expectError(
  answer: Pick<Answer, "status" | "headers" | "body">,
  status: number,
  ...places: (string | Place)[]
): void {
  const details = places.map((place) => (typeof place === "string" ? { code: place } : place));
  expect(answer.body).toEqual({
    errorClassification: expect.stringMatching(/^[A-Z][A-Za-z ]+$/),
    localizedValue: expect.stringMatching(/\.$/),
    errorDetails: details.map(({ code, page = expect.any(String), field = expect.any(String) }) => ({
      message: code,
      localizedValue: expect.stringMatching(/\S/),
      erroneousInputOutputFieldInPage: page,
      erroneousInputOutputIdentifier: field,
    })),
    requestId: answer.headers.get("x-request-id"),
    ...(status === 401 && { errors: [{ ID: details[0]?.code, message: expect.stringMatching(/\.$/) }] }),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-request-id")).toMatch(requestIdPattern);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json\b/);
  expect(answer.headers.has("retry-after")).toBe(status === 429 || status === 503);
  expect(JSON.stringify(answer.body)).not.toMatch(internalPattern);
}
