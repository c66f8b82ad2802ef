import { expect, it } from "vitest";
import { findAccount } from "./account.ts";

const passwd = [
  "root:x:0:0:root:/root:/bin/bash",
  "nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin",
  "postgres:x:101:104::/var/lib/postgresql:/bin/bash",
].join("\n");

it("the first name that the system has is taken", () => {
  expect(findAccount(passwd, ["postgres", "nobody"])).toEqual({ uid: 101, gid: 104 });
  expect(findAccount(passwd, ["missing", "nobody"])).toEqual({ uid: 65534, gid: 65533 });
  expect(findAccount(passwd, ["missing"])).toBeUndefined();
});

it("a negative number means the unsigned one", () => {
  expect(findAccount("nobody:*:-2:-2::/:/usr/bin/false", ["nobody"])).toEqual({
    uid: 4_294_967_294,
    gid: 4_294_967_294,
  });
});
