import { expect, test } from "vitest";
import { postgresConsumerOptions, postgresProducerOptions } from "./postgres.ts";

test("the queue's connections are few and do not wait for the disk", () => {
  const url = "postgres://u:p@q:5432/rewards";
  const shared = { connectionString: url, schema: "bullmq", options: "-c synchronous_commit=off" };
  expect(postgresProducerOptions(url, 1_000)).toMatchObject({ ...shared, max: 2, query_timeout: 1_000 });
  expect(postgresConsumerOptions(url)).toMatchObject({ ...shared, max: 4 });
});

test("options in the URL are added to ours, for in the URL they would replace BullMQ's search path", () => {
  const options = postgresConsumerOptions("postgres://q/rewards?sslmode=require&options=-c%20statement_timeout%3D4321");
  expect(options).toMatchObject({
    connectionString: "postgres://q/rewards",
    ssl: { rejectUnauthorized: false },
    options: "-c statement_timeout=4321 -c synchronous_commit=off",
  });
});
