import { expect, it } from "vitest";
import { chooseSettings, type Machine } from "./settings.ts";

const gigabyte = 1024 ** 3;
const machine: Machine = {
  memoryBytes: 4 * gigabyte,
  diskFreeBytes: 20 * gigabyte,
  walCompression: "pglz",
};
const options = { port: 5432, accessFile: "/data/pg_hba.conf", durable: true };

it("memory and WAL follow the machine", () => {
  const settings = chooseSettings(machine, options);
  expect(settings["shared_buffers"]).toBe("1024MB");
  expect(settings["effective_cache_size"]).toBe("2048MB");
  expect(settings["max_wal_size"]).toBe("4096MB");
});

it("memory and WAL stay within bounds", () => {
  const large = { ...machine, memoryBytes: 512 * gigabyte, diskFreeBytes: 4096 * gigabyte };
  const small = { ...machine, memoryBytes: gigabyte / 4, diskFreeBytes: 0 };
  expect(chooseSettings(large, options)).toMatchObject({
    shared_buffers: "2048MB",
    max_wal_size: "8192MB",
    min_wal_size: "2048MB",
  });
  expect(chooseSettings(small, options)).toMatchObject({
    shared_buffers: "128MB",
    max_wal_size: "256MB",
    min_wal_size: "64MB",
  });
});

it("a commit is durable unless a test says otherwise", () => {
  const durability = (durable: boolean): unknown => {
    const { fsync, full_page_writes, synchronous_commit } = chooseSettings(machine, { ...options, durable });
    return { fsync, full_page_writes, synchronous_commit };
  };
  expect(durability(true)).toEqual({ fsync: "on", full_page_writes: "on", synchronous_commit: "on" });
  expect(durability(false)).toEqual({ fsync: "off", full_page_writes: "off", synchronous_commit: "off" });
});
