// What an address of the list of notifications says.
import { oneOf, only, type RawSearch } from '../../app/search.ts'

export function notificationsSearch(raw: RawSearch) {
  return only({ show: oneOf(raw['show'], ['unread'] as const) })
}
