// What a schema says of its own future in the API (docs/api-versions.md): that it may gain values, and that
// it will go. The OpenAPI document shows both; http/pipeline/deprecation.ts tells of what goes by headers.
import type { z } from 'zod'

/**
 * For an enum or a union of answers: `z.enum(kinds).meta(openValues)`. Kinds, sources and providers grow and
 * are open; statuses, roles and decisions are all that there will be in this version of the API.
 */
export const openValues = { 'x-open': true } as const

/** Days in UTC, `2026-11-27`; `sunset` is at least twelve months after `since`. */
export interface Deprecation {
  readonly since: string
  /** From this day on it may be gone. */
  readonly sunset: string
  /** Where it stands what to use instead: a URL or a path of this origin. */
  readonly link: string
}

/** Days from `since` to `sunset`: twelve months, a leap year included. */
const noticeDays = 366
const day = /^\d{4}-\d{2}-\d{2}$/

let isAnyField = false

/** Whether any field is deprecated at all: else no schema needs to be searched for some. */
export function hasDeprecatedFields(): boolean {
  return isAnyField
}

/**
 * A field that will go: `deprecated(z.string(), { since, sunset, link })`.
 * @throws {RangeError} as `checkDeprecation`
 */
export function deprecated<T extends z.ZodType>(schema: T, deprecation: Deprecation): T {
  isAnyField = true
  return schema.meta(deprecationMarks(deprecation)) as T
}

/** As the OpenAPI document says it, of a field or an operation. */
export function deprecationMarks(deprecation: Deprecation) {
  const { since, sunset, link } = checkDeprecation(deprecation)
  return { deprecated: true, 'x-since': since, 'x-sunset': sunset, 'x-link': link } as const
}

/** @throws {RangeError} a date is none, or there are less than twelve months */
export function checkDeprecation(deprecation: Deprecation): Deprecation {
  const { since, sunset } = deprecation
  for (const [name, value] of Object.entries({ since, sunset })) {
    if (!day.test(value) || Number.isNaN(Date.parse(value)))
      throw new RangeError(`${name}: expected a day such as 2026-11-27, got ${value}`)
  }
  const days = (Date.parse(sunset) - Date.parse(since)) / 86_400_000
  if (days < noticeDays)
    throw new RangeError(`sunset: expected ${noticeDays} days or more after ${since}, got ${days}`)
  return deprecation
}
