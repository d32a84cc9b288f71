// Metric of how far webhook deliveries are behind.
import { Gauge, type Registry } from 'prom-client'
import type { DeliveryStore } from '../../storage/events/deliveries.ts'

export function measureWebhookLag(
  registry: Registry,
  deliveries: Pick<DeliveryStore, 'oldestPending'>,
): void {
  new Gauge({
    name: 'webhook_lag_seconds',
    help: 'Age of the oldest event that is to be delivered and is not, 0 when there is none',
    registers: [registry],
    async collect() {
      // When the database is away, only this figure is missing.
      const oldest = await deliveries.oldestPending().catch(() => Number.NaN)
      this.set(oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1_000))
    },
  })
}
