// Describes the configuration for a person: every variable with its value, where the value comes from and
// what it means, without secrets; and names in the environment that look like misspelt variables of ours.
// `npx troupe config` prints it; main.ts prints the misspelt names at the start. It judges nothing:
// readSettings does.
import type { z } from 'zod'
import { Environment, givenVariables, type Variables } from './settings.ts'

const declared: Readonly<Record<string, z.ZodType>> = Environment.shape

/** One line each: `NAME=value  # default|environment: meaning`; a variable that is not set has no value. */
export function describeSettings(environment: Variables): string[] {
  const given = givenVariables(environment)
  return Object.entries(declared).map(([name, schema]) => {
    const value = given[name]
    const shown = value === undefined ? defaultOf(schema) : redact(name, value)
    return `${name}=${shown}  # ${value === undefined ? 'default' : 'environment'}: ${schema.description ?? ''}`
  })
}

/** One line for each name that is probably a misspelt variable of ours. */
export function misspeltNames(environment: Variables): string[] {
  return Object.keys(givenVariables(environment)).flatMap(name => {
    if (Object.hasOwn(declared, name)) return []
    const meant = Object.keys(declared).find(ours => areAlike(name, ours))
    return meant === undefined ? [] : [`${name} is not a variable of Troupe: is ${meant} meant?`]
  })
}

function defaultOf(schema: z.ZodType): string {
  const result = schema.safeParse(undefined)
  const value = result.success ? result.data : undefined
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === undefined ? '' : String(value)
}

const hidden = '[redacted]'

/**
 * Leaves out secrets: whole values of variables named so, passwords of URLs, and parameters of URLs that
 * may be one.
 */
function redact(name: string, value: string): string {
  if (/(?:^|_)(?:KEY|SECRET|TOKEN|PASSWORD)(?:_|$)/.test(name)) return hidden
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return oneLine(value)
  const credentials = /^([a-z][a-z\d+.-]*:\/\/[^/?#@:]*):[^/?#]*@/i
  return oneLine(value)
    .replace(credentials, `$1:${hidden}@`)
    .replace(/([?&](?:password|sslpassword|token|key|secret|sig)=)[^&#]*/gi, `$1${hidden}`)
}

function oneLine(text: string): string {
  return text.replace(/[\x00-\x1f\x7f]/g, ' ')
}

/**
 * At most one letter off in a short name, two in a long one. Very short names (HOST, HOME) are too near to
 * each other to compare.
 */
function areAlike(name: string, ours: string): boolean {
  if (Math.min(name.length, ours.length) < 7) return false
  const most = ours.length < 12 ? 1 : 2
  return Math.abs(name.length - ours.length) <= most && distance(name, ours) <= most
}

/** Levenshtein: letters to add, take away or exchange. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const exchanged = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(exchanged, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
