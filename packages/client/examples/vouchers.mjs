// @ts-check
/**
 * A page where a member sees the points, redeems them for a reward, and gets the voucher's code. It needs no script in
 * the browser, and the key of the service stays in this process.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRewardsClient, RewardsError } from "@rewards/client";

const {
  API = "http://127.0.0.1:3000",
  // Rights: redemption:create view:MemberBalances view:RewardList view:RedemptionItemsByMember view:GetRedemptionByBusinessKeys
  KEY,
  MEMBER = "ADA", // a real page takes the member from the session of whoever has logged in
  PORT = "8081",
} = process.env;
const client = createRewardsClient({ baseUrl: API, token: KEY });
const formBytesMax = 4_096;

/** @type {Record<string, string>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const text = (/** @type {unknown} */ value) => String(value ?? "").replace(/[&<>"']/g, (one) => entities[one] ?? one);

const isOpen = {
  filterConditions: { F1: { lhs: { field: "Status" }, comparator: "EQ", rhs: { value: "Open-Active" } } },
};

/** @param {string | null} key of the redemption that the form before this page sent */
async function page(key) {
  const [balances, rewards, vouchers, redemptions] = await Promise.all([
    client.views.memberBalances({ MemberExternalID: MEMBER }),
    client.views.rewardList({
      filter: /** @type {import("@rewards/client").Filter} */ (isOpen),
      select: ["ExternalID", "Name", "RewardCost"],
    }),
    client.views.redemptionItemsByMember({ MemberExternalID: MEMBER }),
    key ? client.views.getRedemptionByBusinessKeys({ ExternalID: key }) : undefined,
  ]);
  const available = balances.data[0]?.BalanceAvailable ?? 0;
  const redemption = redemptions?.data.find((one) => one.MemberExternalID === MEMBER);
  const isPending = redemption?.Status === "Open-Ready To Process";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Vouchers</title>
${isPending ? '<meta http-equiv="refresh" content="1">' : ""}
<h1>${text(available)} points</h1>
${isPending ? "<p>Your voucher is being made.</p>" : ""}
${redemption?.Status === "Resolved-Rejected" ? `<p>Not redeemed: ${text(redemption.ConfirmationNote)}</p>` : ""}
<h2>Rewards</h2><ul>${rewards.data.map((reward) => offer(reward, available)).join("\n")}</ul>
<h2>Vouchers</h2><ul>${vouchers.data.map(voucher).join("\n")}</ul></html>`;
}

/** The key is made with the form: pressed twice, or sent again by a browser, it redeems once. */
function offer(
  /** @type {{ ExternalID: string, Name: string, RewardCost: string }} */ { ExternalID, Name, RewardCost },
  /** @type {number} */ available,
) {
  const isAffordable = Number(RewardCost) <= available;
  return `<li>${text(Name)}: ${text(RewardCost)} points <form method="post" action="/redeem">
<input type="hidden" name="key" value="PAGE-${randomUUID()}"><input type="hidden" name="reward" value="${text(ExternalID)}">
<button ${isAffordable ? "" : "disabled"}>Redeem</button></form></li>`;
}

function voucher(
  /** @type {{ Name: string, VoucherCode: string, Status: string, ExpirationDateTime: string | null }} */ one,
) {
  const isUsable = one.Status === "Open-Available With Expiry";
  const until = one.ExpirationDateTime ? ` until ${text(one.ExpirationDateTime.slice(0, 10))}` : "";
  return `<li>${text(one.Name)}: ${isUsable ? `<code>${text(one.VoucherCode)}</code>${until}` : text(one.Status)}</li>`;
}

/** Returns where the browser goes next. The service decides whether the points suffice, whatever the page showed. */
async function redeem(/** @type {URLSearchParams} */ form) {
  const [key, reward] = [form.get("key") ?? "", form.get("reward") ?? ""];
  await client.redemptions.create({
    ...{ ExternalID: key, MemberExternalID: MEMBER },
    RedemptionItems: [{ RewardExternalID: reward, Quantity: "1", VoucherCode: "" }],
  });
  return `/?redemption=${encodeURIComponent(key)}`;
}

async function readForm(/** @type {import("node:http").IncomingMessage} */ request) {
  let body = "";
  for await (const chunk of request) {
    body += chunk;
    if (body.length > formBytesMax) return new URLSearchParams();
  }
  return new URLSearchParams(body);
}

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
};

const server = createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://page");
    // A form of another site must not redeem for whoever is logged in here.
    const isOwn = ["same-origin", undefined].includes(
      /** @type {string | undefined} */ (request.headers["sec-fetch-site"]),
    );
    if (request.method === "GET" && pathname === "/")
      response.writeHead(200, headers).end(await page(searchParams.get("redemption")));
    else if (request.method === "POST" && pathname === "/redeem" && isOwn)
      response.writeHead(303, { location: await redeem(await readForm(request)) }).end();
    else response.writeHead(404).end();
  } catch (error) {
    console.error(error);
    response
      .writeHead(error instanceof RewardsError && error.retryable ? 503 : 500, headers)
      .end("<p>Try again later.</p>");
  }
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`vouchers on ${PORT}`));
process.once("SIGTERM", () => server.close());
