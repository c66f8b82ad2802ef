import { expect, test } from "vitest";
import { divideQueue } from "../servers/servers.ts";
import { againOf, problemOf } from "./suite.command.ts";

test("partitions of the queue are refused unless every queue of the run is on Redis", () => {
  const refused = "a queue on Postgres has no partitions: add --backend redis";
  expect(problemOf({ partitions: 4, backend: "redis" })).toBeUndefined();
  expect(problemOf({ partitions: 4, backend: "postgres" })).toBe(refused);
  expect(problemOf({ partitions: 4, backend: "both" })).toBe(refused);
  expect(problemOf({ partitions: 1, backend: "both" })).toBeUndefined();
});

test("a break names the partitions of its run, and a run without partitions names none", () => {
  expect(againOf({ deck: "process", partitions: 4 }, "a")).toBe("--seed a --partitions 4");
  expect(againOf({ deck: "topology", partitions: 2 }, "a")).toBe("--seed a --partitions 2 --deck topology");
  expect(againOf({ deck: "process", partitions: 1 }, "a")).toBe("--seed a");
});

test("the URL of a queue gets its partitions after what it has already, and one partition changes nothing", () => {
  expect(divideQueue("redis://:p@q:6379", 4)).toBe("redis://:p@q:6379?partitions=4");
  expect(divideQueue("redis+cluster://a:1,b:2", 64)).toBe("redis+cluster://a:1,b:2?partitions=64");
  expect(divideQueue("rediss://q?sslrootcert=c", 4)).toBe("rediss://q?sslrootcert=c&partitions=4");
  expect(divideQueue("redis://q", 1)).toBe("redis://q");
});
