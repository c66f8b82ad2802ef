import { expect, test } from "vitest";
import { type AlertCase, findPrometheus, testRules } from "../testing/metrics.ts";

const prometheus = await findPrometheus();

const cases: readonly AlertCase[] = [
  {
    alert: "RewardsDeadLetters",
    series: 'rewards_dead_letters{class="SaleCase",reason="Error_Record_Refused"}',
    healthy: 0,
    broken: 3,
    labels: { severity: "warning", class: "SaleCase", reason: "Error_Record_Refused" },
    summary: "3 dead letters of SaleCase: Error_Record_Refused",
  },
  {
    alert: "RewardsNoWorker",
    series: "rewards_workers",
    healthy: 2,
    broken: 0,
    labels: { severity: "critical" },
    summary: "No worker announced itself to Postgres in the last 10 s",
  },
  {
    alert: "RewardsPendingOld",
    series: 'rewards_pending_oldest_seconds{class="SaleCase"}',
    healthy: 2,
    broken: 45,
    labels: { severity: "critical", class: "SaleCase" },
    summary: "The oldest SaleCase has waited for 45 s",
  },
  {
    alert: "RewardsSweepLate",
    series: "rewards_sweep_due_seconds",
    healthy: 300,
    broken: 100_000,
    labels: { severity: "warning" },
    summary: "Expired points have waited 100000 s for the sweep",
  },
];

test.skipIf(prometheus === undefined)("alerts are silent while all is well, and fire by their rules", async () => {
  await testRules(cases);
  const [first] = cases;
  if (first) await expect(testRules([{ ...first, broken: 0 }])).rejects.toThrow("RewardsDeadLetters");
});
