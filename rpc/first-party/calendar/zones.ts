// Gives every time of a calendar the zone it is meant in, so that times can be compared and become moments.
// A zone is known by its IANA name, by the description in the calendar, or by the name that Windows has for
// it; a time that names no known zone is in the zone of the step. The library alone knows only described
// zones, and takes any other time for one in UTC.
import ICAL from 'ical.js'
import { IANAZone } from 'luxon'
import { own } from '../../../domain/own.ts'
import { SystemZone } from './system-zone.ts'
import { windowsZones } from './windows-zones.ts'

const timeProperties = ['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate']

/** @param timezone IANA name, of times that name no known zone */
export function setZones(event: ICAL.Component, timezone: string): void {
  for (const property of timeProperties.flatMap(name => event.getAllProperties(name))) {
    for (const value of property.getValues()) {
      for (const time of timesOf(value)) time.zone = zoneOfTime(time, tzidOf(property), timezone)
    }
  }
}

export function zoneNamed(timezone: string): ICAL.Timezone {
  const zone = zones.get(timezone) ?? new SystemZone(timezone)
  if (zones.size >= maxZones) zones.clear()
  zones.set(timezone, zone)
  return zone
}

/** The zone as the file names it; null for none. */
export function tzidOf(property: ICAL.Property): string | null {
  const found = property.getFirstParameter('tzid')
  return typeof found === 'string' && found !== '' ? found : null
}

/** As many as the system knows, and some offsets; names are spelled in many ways. */
const maxZones = 1_000
const zones = new Map<string, ICAL.Timezone>()

function zoneOfTime(time: ICAL.Time, tzid: string | null, timezone: string): ICAL.Timezone {
  const isKnown = time.zone !== ICAL.Timezone.localTimezone
  // A day has no zone.
  if (time.isDate || time.zone === ICAL.Timezone.utcTimezone) return time.zone
  if (tzid === null) return zoneNamed(timezone)
  if (IANAZone.isValidZone(tzid)) return zoneNamed(tzid)
  return isKnown ? time.zone : zoneNamed(systemNameOf(tzid) ?? timezone)
}

/** Of `W. Europe Standard Time`, `GMT+0200` and `/citadel.org/20210210_1/Europe/Berlin`. */
function systemNameOf(tzid: string): string | null {
  const windows = own(windowsZones, tzid)
  if (windows !== undefined) return windows
  const [, sign, hours, minutes = '00'] = /^(?:GMT|UTC)([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(tzid) ?? []
  if (hours !== undefined && Number(hours) <= 14) return `UTC${sign}${Number(hours)}:${minutes}`
  const parts = tzid.split('/')
  const names = [parts.slice(-2).join('/'), parts.slice(-3).join('/')]
  return names.find(name => IANAZone.isValidZone(name)) ?? null
}

function timesOf(value: unknown): ICAL.Time[] {
  if (value instanceof ICAL.Time) return [value]
  if (!(value instanceof ICAL.Period)) return []
  return [value.start, value.end].filter(time => time instanceof ICAL.Time)
}
