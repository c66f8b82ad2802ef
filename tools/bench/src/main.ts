import { Command, InvalidArgumentError, Option } from "commander";
import { runProgram } from "./harness.ts";
import type { Run } from "./run/command.ts";
import { type Bench, openBench } from "./run/session.ts";
import { compare } from "./runs/compare.ts";
import { consoleOpen } from "./runs/console.ts";
import { credentials } from "./runs/credentials.ts";
import { events } from "./runs/events.ts";
import { expiry } from "./runs/expiry.ts";
import { growth } from "./runs/growth.ts";
import { hostile } from "./runs/hostile.ts";
import { bulk } from "./runs/import.ts";
import { operations } from "./runs/operations.ts";
import { overload } from "./runs/overload.ts";
import { paced } from "./runs/paced.ts";
import { rules } from "./runs/rules.ts";
import { scale } from "./runs/scale.ts";
import { soak } from "./runs/soak.ts";
import { upkeep } from "./runs/upkeep.ts";
import { workers } from "./runs/workers.ts";
import type { PostgresSettings } from "./servers.ts";

const runs: readonly Run<Bench>[] = [
  ...[
    compare,
    paced,
    scale,
    workers,
    operations,
    growth,
    credentials,
    rules,
    events,
    expiry,
    upkeep,
    consoleOpen,
    soak,
  ],
  ...[overload, hostile, bulk],
];

/** Adds a setting: `name=value`, as Postgres takes it after `-c`. */
function addSetting(text: string, others: PostgresSettings = {}): PostgresSettings {
  const [, name, value] = /^([a-z_.]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("A name=value is needed.");
  return { ...others, [name]: value };
}

const setting = "overrides a setting of the embedded Postgres; may be repeated";
const program: Command = new Command("bench")
  .description("Measures Rewards on this machine. Linux only: CPU is read from /proc.")
  .addOption(new Option("--postgres <name=value>", setting).argParser(addSetting))
  .addHelpText("after", () => `\nWithout a command:\n${program.commands[0]?.helpInformation()}`);
await runProgram(
  program,
  runs,
  (desk) => openBench(desk, program.opts<{ postgres?: PostgresSettings }>().postgres),
  compare,
);
