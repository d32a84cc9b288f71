// How far deliveries are behind, for whoever watches the service.
import { Gauge, type Registry } from 'prom-client'
import type { DeliveryStore } from '../storage/deliveries.ts'

export function measureWebhookLag(
  registry: Registry,
  deliveries: Pick<DeliveryStore, 'oldestPending'>,
): void {
  new Gauge({
    name: 'webhook_lag_seconds',
    help: 'Age of the oldest event that is to be delivered and is not, 0 when there is none',
    registers: [registry],
    async collect() {
      // Without a database there is nothing to say: the figure is left out, the others are there.
      const oldest = await deliveries.oldestPending().catch(() => Number.NaN)
      this.set(oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1_000))
    },
  })
}
