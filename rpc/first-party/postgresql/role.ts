// The role of an installation may read and write data, and nothing else: a read-only transaction does not
// keep a strong one from ending sessions of others, reading files of the server, or running programs there.
// Called by connection.ts at the beginning of each transaction.
import type { Client } from 'pg'
import { ToolFailure } from '../../builtin/tool.ts'

/** Attributes, and predefined roles (PostgreSQL documentation, 21.5), that are not about data. */
const findStrong = `select r.rolname = session_user as "isOwn", r.rolname as name,
    case when r.rolsuper then 'SUPERUSER' when r.rolcreaterole then 'CREATEROLE'
      when r.rolreplication then 'REPLICATION' when r.rolbypassrls then 'BYPASSRLS' end as attribute
  from pg_catalog.pg_roles r
  where pg_catalog.pg_has_role(session_user, r.oid, 'member')
    and (r.rolsuper or r.rolcreaterole or r.rolreplication or r.rolbypassrls or r.rolname in (
      'pg_signal_backend', 'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
      'pg_checkpoint', 'pg_create_subscription', 'pg_maintain', 'pg_signal_autovacuum_worker'))
  order by 1 desc, 2 limit 1`

interface Strong {
  readonly isOwn: boolean
  readonly name: string
  readonly attribute: string | null
}

/**
 * @throws {ToolFailure} forbidden: the role, or one that it is a member of, may do more than work with data
 */
export async function refuseStrongRole(client: Client, host: string): Promise<void> {
  const { rows } = await client.query<Strong>(findStrong)
  const [strong] = rows
  if (strong === undefined) return
  const { isOwn, name, attribute } = strong
  const why = isOwn ? `has ${attribute}` : `is a member of ${name}`
  throw new ToolFailure(
    'forbidden',
    `${host}: the role of the credential ${why}, so even a query could do more than read. Make one that cannot: ` +
      "create role troupe login password '...'; grant pg_read_all_data to troupe; and put it into the credential",
  )
}
