// A credential: a secret that the organization keeps for services that it calls. Shapes as they arrive and
// leave over HTTP: the secret arrives once and never leaves again. domain/tools/allowed-hosts.ts decides
// where it may be sent.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { JsonObjectValue } from '../json.ts'
import { nameText, text } from '../text.ts'
import { anyHost, isHostPattern } from './allowed-hosts.ts'

export const credentialBounds = {
  nameLength: 100,
  secretLength: 8_192,
  allowedHosts: 50,
  perOrganization: 1_000,
} as const

export const credentialKinds = ['bearer', 'basic', 'header', 'query', 'oauth2', 'model'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** As it leaves over HTTP. `version` counts changes of the secret or the allowed hosts, from 1. */
export const Credential = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(credentialKinds).meta(openValues),
  allowedHosts: z.array(z.string()),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  version: z.int(),
})
export type Credential = z.infer<typeof Credential>

/** As it is shown. `warning` is advice to an admin; null when there is none. */
export const ShownCredential = Credential.extend({ warning: z.string().nullable() })
export type ShownCredential = z.infer<typeof ShownCredential>

const anyHostWarning =
  'it may be sent to any host that a workflow or a tool server names, and whoever may write workflows can name one: set allowedHosts'

export function shownCredential(credential: Credential): ShownCredential {
  return { ...credential, warning: credential.allowedHosts.includes(anyHost) ? anyHostWarning : null }
}

/** What uses a credential. */
export const CredentialUsers = z.object({
  toolServers: z.array(z.object({ id: z.string(), name: z.string() })),
  workflows: z.array(z.object({ id: z.string(), name: z.string(), version: z.int() })),
  /** Names of language models. */
  models: z.array(z.string()),
})
export type CredentialUsers = z.infer<typeof CredentialUsers>

/** One request that carried the credential. `status` is null when no answer came, or none with a status. */
export const CredentialUsage = z.object({
  id: z.string(),
  executionId: z.string().nullable(),
  stepId: z.string().nullable(),
  host: z.string(),
  status: z.int().nullable(),
  at: z.int(),
})
export type CredentialUsage = z.infer<typeof CredentialUsage>

/**
 * A text that is sent as it is; control characters are refused, because one could end a header and begin
 * another.
 */
const secretText = text(1, credentialBounds.secretLength).refine(
  value => !/[\u0000-\u001f\u007f]/.test(value),
  'expected text without control characters',
)
const headerText = secretText.refine(
  value => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value),
  'expected visible ASCII characters without spaces around them',
)
const tokenUrl = z
  .string()
  .max(2_048)
  .refine(isPlainUrl, 'expected an http or https URL without user name, password or fragment')

/** The fields of a secret, by kind. */
export const secretSchemas = {
  bearer: z.object({
    token: headerText.refine(value => !value.includes(' '), 'expected a token without spaces'),
  }),
  basic: z.object({
    username: secretText.refine(value => !value.includes(':'), 'expected a user name without a colon'),
    password: z.union([z.literal(''), secretText]),
  }),
  header: z.object({
    name: z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, 'expected the name of a header'),
    value: headerText,
  }),
  query: z.object({ name: secretText.max(200), value: secretText }),
  oauth2: z.object({
    tokenUrl,
    clientId: headerText,
    clientSecret: headerText,
    scope: headerText.optional(),
  }),
  /** Of a language model (domain/models/model.ts); no tool may send it. */
  model: z.object({
    apiKey: headerText.refine(value => !value.includes(' '), 'expected a key without spaces'),
  }),
} as const satisfies Record<CredentialKind, z.ZodType>

export type Secret = { [K in CredentialKind]: { readonly kind: K } & SecretOf<K> }[CredentialKind]
type SecretOf<K extends CredentialKind> = Readonly<z.infer<(typeof secretSchemas)[K]>>

/** Fields whose value is a secret; the scrubber looks for them. */
export const secretFieldNames = ['token', 'password', 'value', 'clientSecret', 'apiKey'] as const

const name = nameText(credentialBounds.nameLength)
  .refine(value => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value), 'expected one line of text')
  .refine(
    value => !value.startsWith('cred_') && !value.includes('#'),
    'expected a name that does not begin with cred_ and holds no #',
  )

const allowedHosts = z
  .array(
    z.string().max(300).refine(isHostPattern, 'expected a host, *.domain or *, a port after it if need be'),
  )
  .max(credentialBounds.allowedHosts)
  .transform(hosts => [...new Set(hosts.map(host => host.toLowerCase()))])

const common = { name, allowedHosts: allowedHosts.default([anyHost]) }

export const CreateCredential = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('bearer'), secret: secretSchemas.bearer }),
  z.object({ ...common, kind: z.literal('basic'), secret: secretSchemas.basic }),
  z.object({ ...common, kind: z.literal('header'), secret: secretSchemas.header }),
  z.object({ ...common, kind: z.literal('query'), secret: secretSchemas.query }),
  z.object({ ...common, kind: z.literal('oauth2'), secret: secretSchemas.oauth2 }),
  z.object({ ...common, kind: z.literal('model'), secret: secretSchemas.model }),
])
export type CreateCredential = z.infer<typeof CreateCredential>

/**
 * The kind stays, since users of the credential rely on it. The body does not name the kind; the secret is
 * checked against the one that is stored.
 */
export const UpdateCredential = z.object({
  name: name.optional(),
  secret: JsonObjectValue.optional(),
  allowedHosts: allowedHosts.optional(),
})
export type UpdateCredential = z.infer<typeof UpdateCredential>

function isPlainUrl(value: string): boolean {
  if (/[\u0000-\u0020\u007f]/.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  return (protocol === 'http:' || protocol === 'https:') && `${username}${password}${hash}` === ''
}
