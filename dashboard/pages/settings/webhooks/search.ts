// What an address of a webhook says: which deliveries are listed, and the one that is open.
import { oneOf, parameters, type RawSearch, textOf } from '../../../app/search.ts'

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const

export function webhookSearch(raw: RawSearch) {
  return parameters({
    status: oneOf(raw['status'], deliveryStatuses),
    delivery: textOf(raw['delivery'], 100),
  })
}
