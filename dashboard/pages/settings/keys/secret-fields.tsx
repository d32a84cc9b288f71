// The fields of a secret, by its kind, and what was typed as the secret. Nothing is ever filled in: no
// stored secret comes back.
import type { Item } from '../../../../http/client.ts'
import { TextField } from '../../../parts/field.tsx'
import { words } from '../../../words/settings/credentials.ts'

export type Credential = Item<'GET /api/v1/credentials'>
export type Kind = Credential['kind']

interface SecretField {
  readonly name: string
  readonly label: string
  /** Shown as dots. */
  readonly isHidden?: boolean
  readonly isOptional?: boolean
  readonly placeholder?: string
}

const fields: Readonly<Record<Kind, readonly SecretField[]>> = {
  bearer: [{ name: 'token', label: words.token, isHidden: true }],
  basic: [
    { name: 'username', label: words.username },
    { name: 'password', label: words.password, isHidden: true, isOptional: true },
  ],
  header: [
    { name: 'name', label: words.headerName, placeholder: 'X-Api-Key' },
    { name: 'value', label: words.value, isHidden: true },
  ],
  query: [
    { name: 'name', label: words.parameterName, placeholder: 'api_key' },
    { name: 'value', label: words.value, isHidden: true },
  ],
  oauth2: [
    { name: 'tokenUrl', label: words.tokenUrl, placeholder: 'https://login.example.com/oauth/token' },
    { name: 'clientId', label: words.clientId },
    { name: 'clientSecret', label: words.clientSecret, isHidden: true },
    { name: 'scope', label: words.scope, isOptional: true },
  ],
  model: [{ name: 'apiKey', label: words.apiKey, isHidden: true }],
}

export const kinds = Object.keys(fields) as readonly Kind[]

export function SecretFields({ kind }: { readonly kind: Kind }) {
  return fields[kind].map(({ name, label, isHidden, isOptional, placeholder }) => (
    <TextField
      key={`${kind} ${name}`}
      name={`secret.${name}`}
      label={label}
      placeholder={placeholder}
      type={isHidden ? 'password' : 'text'}
      autoComplete={isHidden ? 'new-password' : 'off'}
      spellCheck={false}
      maxLength={8_192}
      {...(isOptional && { isOptional })}
    />
  ))
}

/** What was left empty is left out, but a password may be empty. */
export function secretOf(kind: Kind, typed: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = fields[kind].map(({ name }) => [name, typed[`secret.${name}`] ?? ''] as const)
  return Object.fromEntries(pairs.filter(([name, value]) => value !== '' || name === 'password'))
}
