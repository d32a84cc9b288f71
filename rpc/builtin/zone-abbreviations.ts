// Letters for time zones in the dates of feeds and e-mails. Those of RFC 822 first; the others as the tz
// database of the IANA abbreviates them. Letters that several zones have mean the one with most people.
import { own } from '../../domain/own.ts'

/** In minutes east of UTC. */
const offsets: Readonly<Record<string, number>> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0, EST: -300, EDT: -240, CST: -360, CDT: -300 },
  ...{ MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ AKST: -540, AKDT: -480, HST: -600, AST: -240, ADT: -180, NST: -210, NDT: -150 },
  ...{ WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, MEZ: 60, MESZ: 120, EET: 120, EEST: 180, MSK: 180 },
  ...{ WAT: 60, CAT: 120, SAST: 120, EAT: 180, PKT: 300, IST: 330, WIB: 420, WITA: 480, WIT: 540 },
  ...{ HKT: 480, SGT: 480, AWST: 480, JST: 540, KST: 540, ACST: 570, ACDT: 630, AEST: 600, AEDT: 660 },
  ...{ NZST: 720, NZDT: 780, BRT: -180, ART: -180 },
}

/** A time, and the letters behind it: 5 10:00:00 CEST, 05T10:00Z. */
const lettered = /(\d([ T])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([A-Z]{1,4})\b(?![+-])/i

/**
 * The date with the zone behind its time in numbers, +0200 for CEST; as it is where no known letters stand.
 */
export function withNumericZone(date: string): string {
  return date.replace(lettered, (whole, time, separator, letters) => {
    const offset = own(offsets, letters.toUpperCase())
    if (offset === undefined) return whole
    return separator.toUpperCase() === 'T'
      ? `${time}${written(offset, ':')}`
      : `${time} ${written(offset, '')}`
  })
}

function written(offset: number, colon: string): string {
  const minutes = Math.abs(offset)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hour}${colon}${minute}`
}
