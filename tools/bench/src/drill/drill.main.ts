import { Command } from "commander";
import { runProgram } from "../harness.ts";
import { backlog } from "./backlog.ts";
import { outage } from "./outage.ts";
import { restart } from "./restart.ts";
import { schedule } from "./schedule.ts";

const program = new Command("drill").description(
  "Takes Postgres or the queue away from real processes, and measures how they recover. Linux only.",
);
await runProgram(program, [backlog, outage, restart, schedule], async (desk) => ({ ...desk, machine: "" }));
