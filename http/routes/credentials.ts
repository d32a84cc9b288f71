// Settings > Credentials: secrets for services that workflows and tool servers call. A secret goes in and never comes
// out; what uses a credential, and which requests carried it, can be read.
import { z } from 'zod'
import {
  CreateCredential,
  type CredentialKind,
  CredentialUsage,
  CredentialUsers,
  type Secret,
  ShownCredential,
  secretSchemas,
  shownCredential,
  UpdateCredential,
} from '../../domain/credential.ts'
import { DeletedSchema } from '../../domain/deleted.ts'
import { Failure } from '../../domain/failure.ts'
import { checkHeaders, checkUrl, type NetworkPolicy, OutboundError } from '../../rpc/outbound/outbound.ts'
import { page } from '../reply.ts'
import { route } from '../route.ts'
import { listQuery, validate } from '../validation.ts'

const DetailedCredential = ShownCredential.extend({ usedBy: CredentialUsers })

export const credentialRoutes = [
  route('GET /api/v1/credentials', {
    summary: 'List stored credentials',
    permission: 'credential:read',
    query: z.object(listQuery),
    returns: z.array(ShownCredential),
  }).handle(async ({ caller, query }, { credentials }) => {
    const { items, next } = await credentials.list(caller.organizationId, query)
    return page(items.map(shownCredential), next)
  }),

  route('POST /api/v1/credentials', {
    summary: 'Store a credential',
    description:
      'The secret is encrypted and never shown again. `allowedHosts` says to which hosts it may be sent: `api.example.com`, ' +
      '`api.example.com:8443`, `*.example.com`; without it to any (`*`) that a workflow names, and the answer has a `warning`.',
    permission: 'credential:write',
    audit: 'credential.created',
    body: CreateCredential,
    returns: ShownCredential,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller, body, intent }, { credentials, networkPolicy }) => {
    checkSecret(body.kind, body.secret, networkPolicy)
    const id = intent.newId('credential')
    return shownCredential(await credentials.create(caller.organizationId, caller.userId, { ...body, id }))
  }),

  route('GET /api/v1/credentials/:id', {
    summary: 'Get a credential and what uses it',
    permission: 'credential:read',
    returns: DetailedCredential,
  }).handle(async ({ caller, params }, { credentials }) => {
    const credential = await credentials.get(caller.organizationId, params.id)
    return {
      ...shownCredential(credential),
      usedBy: await credentials.usedBy(caller.organizationId, credential),
    }
  }),

  route('PUT /api/v1/credentials/:id', {
    summary: 'Update a credential',
    description:
      'Another secret of the same kind, another name, other hosts. Executions that run use it from then on.',
    permission: 'credential:write',
    audit: 'credential.updated',
    body: UpdateCredential,
    returns: ShownCredential,
  }).handle(async ({ caller, params, body }, { credentials, networkPolicy }) => {
    const { organizationId } = caller
    const { id, kind } = await credentials.get(organizationId, params.id)
    const { name, allowedHosts } = body
    const secret = body.secret && validate(z.object({ secret: secretSchemas[kind] }), body, 'body').secret
    if (secret) checkSecret(kind, secret, networkPolicy)
    return shownCredential(await credentials.update(organizationId, id, { name, allowedHosts, secret }))
  }),

  route('DELETE /api/v1/credentials/:id', {
    summary: 'Delete a credential',
    description:
      '`usedBy` lists what will miss it: tool servers, and workflows whose active version names it.',
    permission: 'credential:write',
    audit: 'credential.deleted',
    returns: DeletedSchema.extend({ usedBy: CredentialUsers }),
  }).handle(async ({ caller, params }, { credentials }) => {
    const credential = await credentials.get(caller.organizationId, params.id)
    const usedBy = await credentials.usedBy(caller.organizationId, credential)
    await credentials.remove(caller.organizationId, credential.id)
    return { id: credential.id, deleted: true, usedBy }
  }),

  route('GET /api/v1/credentials/:id/uses', {
    summary: 'List the latest requests that carried a credential',
    description: 'The newest 1,000 are kept. `status` is null when no HTTP answer came.',
    permission: 'credential:read',
    query: z.object(listQuery),
    returns: z.array(CredentialUsage),
  }).handle(async ({ caller, params, query }, { credentials, credentialUses }) => {
    const { id } = await credentials.get(caller.organizationId, params.id)
    const { items, next } = await credentialUses.list(caller.organizationId, id, query)
    return page(items, next)
  }),
]

/**
 * What the outbound client would refuse is refused now.
 * @throws {Failure} validation-failed; the message holds nothing of the secret but the name of a header
 */
function checkSecret(kind: CredentialKind, secret: Omit<Secret, 'kind'>, policy: NetworkPolicy): void {
  const fields = secret as Readonly<Record<string, string>>
  try {
    if (kind === 'header') checkHeaders({ [fields['name']!]: fields['value']! }, 'any host')
    if (kind === 'oauth2') checkUrl(fields['tokenUrl']!, policy)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const field = kind === 'header' ? 'name' : 'tokenUrl'
    const why = error.message.replace('any host was not called: ', '')
    throw new Failure('validation-failed', `secret.${field}: ${why}`)
  }
}
