import { expect, it } from "vitest";
import { contentOf } from "./form.read.ts";
import { type FormField, shownIn } from "./form.tsx";

it.each([
  ["2023-07-07T19:58:13.844Z", "2023-07-07T19:58:13.844"],
  ["2023-07-07T19:58:13.000Z", "2023-07-07T19:58:13"],
  ["2023-07-07T19:58:00.000Z", "2023-07-07T19:58"],
])("a form that is sent as it was shown keeps the time %s", (stored, shown) => {
  const field = { name: "JoinDateTime", label: "Joined", type: "timestamp" } as FormField;
  expect(shownIn(field, stored)).toBe(shown);
  const { JoinDateTime } = contentOf([field], new URLSearchParams({ JoinDateTime: shown }), true);
  expect(Date.parse(String(JoinDateTime))).toBe(Date.parse(stored));
});
