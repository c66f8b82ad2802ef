import type { Command } from "commander";

/** The command that lists, which also runs without its name. A word that is no command of the parent is refused as one. */
export function addDefaultList(parent: Command): Command {
  return parent
    .command("list", { isDefault: true })
    .allowExcessArguments()
    .hook("preAction", (_, { args: [unknown] }) => {
      if (unknown === undefined) return;
      const names = parent.commands.map((one) => one.name()).join(", ");
      parent.error(`error: unknown command '${unknown}' (${parent.name()} has: ${names})`);
    });
}
