// The id of a delivery follows from its webhook and its event, so that repeated attempts to make it make
// one row.
import { derivedIdAt } from '../../domain/ids.ts'

export function deliveryId(
  webhookId: string,
  event: { readonly id: string; readonly createdAt: number },
): string {
  return derivedIdAt('delivery', `${webhookId}/${event.id}`, event.createdAt)
}
