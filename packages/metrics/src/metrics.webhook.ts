import type { ListedWebhook } from "@rewards/operations";
import { keepFresh } from "./metrics.expose.ts";
import type { Metrics, Sample } from "./metrics.registry.ts";

interface WebhookOptions {
  readonly readWebhooks: () => Promise<readonly ListedWebhook[]>;
  /** How long the oldest event waits for its number, in ms. */
  readonly readUnnumberedMs: () => Promise<number>;
  /** Attempts of this process, by webhook. */
  readonly attempts: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

/** The log of events and who gets them: the state of the whole service, and the attempts of this worker. */
export function exposeWebhooks(metrics: Metrics, { readWebhooks, readUnnumberedMs, attempts }: WebhookOptions): void {
  const readFresh = keepFresh(readWebhooks);
  const addGauge = (name: string, help: string, of: (webhook: ListedWebhook) => number) =>
    metrics.add({
      ...{ name, help, type: "gauge" },
      read: async () => (await readFresh()).map((one): Sample => ({ labels: { webhook: one.id }, value: of(one) })),
    });
  addGauge("rewards_webhook_lag_events", "Events of the log that a webhook has not reached.", ({ lag }) => lag);
  addGauge("rewards_webhook_parked", "Events that failed, or wait behind one that failed.", ({ parked }) => parked);
  addGauge("rewards_webhook_set_aside", "Events without further attempts.", ({ setAside }) => setAside);
  addGauge("rewards_webhook_failing", "1 if the receiver gets single attempts only, otherwise 0.", (one) =>
    one.failingSince === null ? 0 : 1,
  );
  metrics.add({
    name: "rewards_webhook_attempts_total",
    help: "Attempts of this worker by outcome: delivered or failed.",
    type: "counter",
    read: () =>
      [...attempts].flatMap(([webhook, outcomes]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { webhook, outcome }, value })),
      ),
  });
  metrics.add({
    name: "rewards_events_unnumbered_seconds",
    help: "Age of the oldest event that nobody can read yet; 0 if there is none.",
    type: "gauge",
    read: async () => [{ value: (await readUnnumberedMs()) / 1_000 }],
  });
}
