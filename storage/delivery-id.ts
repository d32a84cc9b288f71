// A delivery is named by its endpoint and its event, so that whoever makes it, and however often, makes one.
import { derivedIdAt } from '../domain/ids.ts'

export function deliveryId(
  webhookId: string,
  event: { readonly id: string; readonly createdAt: number },
): string {
  return derivedIdAt('delivery', `${webhookId}/${event.id}`, event.createdAt)
}
