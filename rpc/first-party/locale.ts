// Checks locales and time zones in arguments.
import { invalidArguments } from '../builtin/tool.ts'

/**
 * @returns its canonical form
 * @throws {ToolFailure} `invalid-arguments`
 */
export function checkedLocale(name: string): string {
  try {
    return Intl.getCanonicalLocales(name)[0] ?? 'en-US'
  } catch {
    throw invalidArguments(`locale: expected a language tag such as de-DE, received ${JSON.stringify(name)}`)
  }
}

/** @throws {ToolFailure} `invalid-arguments` */
export function checkedZone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    throw invalidArguments(
      `timezone: expected an IANA time zone such as Europe/Berlin, received ${JSON.stringify(name)}`,
    )
  }
}
