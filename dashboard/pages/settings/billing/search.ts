// What the addresses of usage and billing say.
import { oneOf, parameters, type RawSearch, textOf } from '../../../app/search.ts'
import { dimensions, ranges, type UsageSearch } from './range.ts'

export function usageSearch(raw: RawSearch): UsageSearch {
  return parameters({
    range: oneOf(raw['range'], ranges),
    from: dayIn(raw['from']),
    to: dayIn(raw['to']),
    by: oneOf(raw['by'], dimensions),
  })
}

/** Where the payment pages lead back to: what was paid, or that nothing was. */
export function billingSearch(raw: RawSearch) {
  return parameters({
    paid: oneOf(raw['paid'], ['pro', 'scale'] as const),
    checkout: oneOf(raw['checkout'], ['success', 'canceled'] as const),
  })
}

export function dayIn(value: unknown): string | undefined {
  const text = textOf(value, 10)
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}
