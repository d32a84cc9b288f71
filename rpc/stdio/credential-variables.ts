// The credential of an organization as variables of its child, when the operator's file says which variable
// takes what. Used by stdio-servers.ts.
import { type Fault, fault } from '../remote/reply.ts'
import type { StdioSpec } from './stdio-file.ts'

interface Variables {
  readonly variables: Readonly<Record<string, string>>
}

/** Fields to try when the file names one variable, as in `{"$secret": ...}` without a field. */
const mainFields = ['token', 'value', 'password']

/** @param fields of the credential; null for none */
export function credentialVariables(
  { credential }: Pick<StdioSpec, 'credential'>,
  fields: Readonly<Record<string, string>> | null,
): Variables | Fault {
  if (fields === null) return { variables: {} }
  if (credential === undefined)
    return refused('takes no credential: its operator has named no variable for one')
  if (typeof credential === 'string') {
    const field = mainFields.find(name => Object.hasOwn(fields, name))
    return field === undefined
      ? refused(`takes a credential with one of ${mainFields.join(', ')}, this one has none of them`)
      : { variables: { [credential]: fields[field]! } }
  }
  const missing = Object.keys(credential).filter(field => !Object.hasOwn(fields, field))
  if (missing.length > 0)
    return refused(`takes a credential with ${missing.join(', ')}, which this one lacks`)
  return {
    variables: Object.fromEntries(Object.entries(credential).map(([field, name]) => [name, fields[field]!])),
  }
}

function refused(message: string): Fault {
  return fault('credential-not-allowed', message)
}
