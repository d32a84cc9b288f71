// What an address of the audit log says: its filters. Days are days of the person's zone.
import { only, parameters, type RawSearch, textOf } from '../../../app/search.ts'
import { dayIn } from '../billing/search.ts'

export interface AuditSearch {
  readonly action?: string
  readonly actor?: string
  readonly target?: string
  readonly from?: string
  readonly to?: string
}

export function auditSearch(raw: RawSearch): AuditSearch {
  return parameters({
    action: textOf(raw['action'], 100),
    actor: textOf(raw['actor'], 100),
    target: textOf(raw['target'], 100),
    from: dayIn(raw['from']),
    to: dayIn(raw['to']),
  })
}

/** The filters as the service takes them: times, the last of them exclusive. */
export function auditQuery({ from, to, ...words }: AuditSearch) {
  return only({
    ...words,
    from: from === undefined ? undefined : new Date(`${from}T00:00:00`).getTime(),
    to: to === undefined ? undefined : dayAfter(to),
  })
}

function dayAfter(day: string): number {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + 1)
  return date.getTime()
}
