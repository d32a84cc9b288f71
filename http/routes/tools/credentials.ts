// Credentials: secrets for services that workflows and tool servers call. A secret is never shown again; its
// users, and the requests that carried it, can be listed.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { Failure } from '../../../domain/failure.ts'
import { mapPage } from '../../../domain/page.ts'
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
} from '../../../domain/tools/credential.ts'
import { checkHeaders, checkUrl, type NetworkPolicy, OutboundError } from '../../../rpc/outbound/outbound.ts'
import { listCredentials } from '../../mcp/route-tools/credential-tools.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery, validate } from '../../pipeline/validation.ts'

const DetailedCredential = ShownCredential.extend({ usedBy: CredentialUsers })

export const credentialRoutes = [
  route('GET /api/v1/credentials', {
    summary: 'List stored credentials',
    permission: 'credential:read',
    query: z.object(listQuery),
    returns: z.array(ShownCredential),
    tool: listCredentials,
  }).handle(async ({ caller, query }, { credentials }) => {
    const listed = await credentials.list(caller.organizationId, query)
    return page(mapPage(listed, shownCredential))
  }),

  route('POST /api/v1/credentials', {
    summary: 'Store a credential',
    description:
      'The secret is encrypted and never shown again. `allowedHosts` lists the hosts that may receive it: `api.example.com`, ' +
      '`api.example.com:8443`, `*.example.com`. Without it, any host (`*`) that a workflow names may, and the answer has a `warning`.',
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
      'Change the secret (of the same kind), the name or the hosts. Running executions use the change from then on.',
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
    description: '`usedBy` lists what loses it: tool servers, and workflows whose active version names it.',
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
    description: 'The newest 1,000 are kept. `status` is null when there was no HTTP answer.',
    permission: 'credential:read',
    query: z.object(listQuery),
    returns: z.array(CredentialUsage),
  }).handle(async ({ caller, params, query }, { credentials, credentialUses }) => {
    const { id } = await credentials.get(caller.organizationId, params.id)
    const listed = await credentialUses.list(caller.organizationId, id, query)
    return page(listed)
  }),
]

/**
 * Refuses at once what the outbound client would refuse later.
 * @throws {Failure} validation-failed; the message contains nothing of the secret but the name of a header
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
