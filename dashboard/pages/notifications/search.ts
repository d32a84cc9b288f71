// What an address of the list of notifications says.
import { oneOf, parameters, type RawSearch } from '../../app/search.ts'

export function notificationsSearch(raw: RawSearch) {
  return parameters({ show: oneOf(raw['show'], ['unread'] as const) })
}
