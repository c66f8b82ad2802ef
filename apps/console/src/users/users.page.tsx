import { listUsers } from "@rewards/access";
import { operatorRight } from "@rewards/domain";
import { Table, Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";

/** Who may log in to the console, and what they may do. The command line changes them. */
export const usersPage: Page = {
  path: "/users",
  menu: "Users",
  right: operatorRight("clients"),
  async show(_, __, { sql }) {
    const users = await listUsers(sql);
    return {
      title: "Users",
      lead: (
        <>
          <code>rewards users</code> creates users, changes their rights and disables them.
        </>
      ),
      body: (
        <section class="list">
          {users.length === 0 ? (
            <p class="note">None.</p>
          ) : (
            <Table
              caption="Users"
              head={["Name", "Status", "Rights", "One-time codes", "Logs in by", "Last seen"]}
              rows={users.map(({ name, status, rights, codes, provider, usedAt }) => [
                name,
                <span class={status === "active" ? "pill good" : "pill"}>{status}</span>,
                <span class="wide">{rights}</span>,
                codes ? "yes" : "no",
                provider === null ? "password" : `provider, ${provider}`,
                <Time at={usedAt} />,
              ])}
            />
          )}
        </section>
      ),
    };
  },
};
