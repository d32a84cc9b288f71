// Lists what uses a credential: tool servers and language models that send it, and workflows whose active
// version names it. Read when somebody looks at a credential or deletes it, which is rare, so plans are
// searched as text.
import type { Credential, CredentialUsers } from '../../domain/tools/credential.ts'
import type { Queries } from '../postgres/statement.ts'

/** Longest list of each kind. */
const listed = 100

export async function credentialUsers(
  queries: Queries,
  organizationId: string,
  { id, name }: Pick<Credential, 'id' | 'name'>,
): Promise<CredentialUsers> {
  const toolServers = await queries.query<{ id: string; name: string }>(servers, [organizationId, id, listed])
  // The text that JSON.stringify wrote: a name in a plan is the value of one of these two keys.
  const marks = [id, name].flatMap(named => {
    const text = JSON.stringify(named).slice(0, -1)
    return [`"$secret":${text}"`, `"$secret":${text}#`, `"credential":${text}"`]
  })
  const workflows = await queries.query<CredentialUsers['workflows'][number]>(versions, [
    ...[organizationId, marks, listed],
  ])
  const models = await queries.query<{ name: string }>(modelNames, [organizationId, [id, name]])
  return { toolServers, workflows, models: models.map(model => model.name) }
}

const servers = {
  name: 'credential-users.tool-servers',
  text: `select id, name from tool_servers where organization_id = $1 and credential_id = $2 order by id limit $3`,
}

const modelNames = {
  name: 'credential-users.models',
  text: `select model ->> 'name' as name from model_settings, jsonb_array_elements(models::jsonb) as model
    where organization_id = $1 and model ->> 'credential' = any($2::text[])`,
}

const versions = {
  name: 'credential-users.workflows',
  text: `select w.id, w.name, v.version from workflows w join workflow_versions v on v.id = w.active_version_id
    where w.organization_id = $1 and w.deleted_at is null
      and exists (select 1 from unnest($2::text[]) as mark where position(mark in v.plan) > 0)
    order by w.id limit $3`,
}
