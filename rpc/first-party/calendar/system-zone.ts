// A time zone of the system for the calendar library, which brings none. A rule is followed from its first
// occurrence, so an offset is asked for some 100,000 times: it is worked out for some days at once.
import ICAL from 'ical.js'
import { DateTime, Info, type Zone } from 'luxon'

export class SystemZone extends ICAL.Timezone {
  readonly #zone: Zone
  /** By span: the offset that holds in all of it, in minutes; null where it changes. */
  readonly #offsets = new Map<number, number | null>()

  /** @param name of the IANA, or UTC+2:00 */
  constructor(name: string) {
    super({ tzid: name })
    this.#zone = Info.normalizeZone(name)
  }

  /** In seconds, of a time on the clocks of this zone. */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const localMs = Date.UTC(year, month - 1, day, hour, minute, second)
    const offset = this.#offsetIn(Math.floor(localMs / spanMs))
    if (offset !== null) return offset * 60
    const local = { year, month, day, hour, minute, second }
    return (localMs - DateTime.fromObject(local, { zone: this.#zone }).toMillis()) / 1_000
  }

  #offsetIn(span: number): number | null {
    const known = this.#offsets.get(span)
    if (known !== undefined) return known
    const first = this.#zone.offset(span * spanMs - dayMs)
    const last = this.#zone.offset((span + 1) * spanMs + dayMs)
    if (this.#offsets.size >= maxSpans) this.#offsets.clear()
    this.#offsets.set(span, first === last ? first : null)
    return first === last ? first : null
  }
}

const dayMs = 24 * 60 * 60 * 1_000
/** No zone changes its clocks there and back in so short a time; Morocco does for a month. */
const spanMs = 8 * dayMs
/** 200 years. */
const maxSpans = 10_000
