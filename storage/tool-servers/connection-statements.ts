// Prepared SQL of connections, for storage/tool-servers/connections.ts.

export const list = {
  name: 'server-connections.list',
  text: `select c.id, c.user_id as "userId", case when c.error is not null then 'failed'
        when c.wanted_scope is not null then 'needs_rights' else 'connected' end as status,
      c.error, c.issuer, c.scope, c.wanted_scope as "wantedScope", c.expires_at as "expiresAt", c.created_at as "createdAt"
    from tool_server_connections c join tool_servers s on s.id = c.tool_server_id and s.url = c.url
    where c.organization_id = $1 and c.tool_server_id = $2
    order by c.user_id is not null, c.id`,
}

/** A new row has a new id, so that no thread takes a token of the old one for a token of it. */
export const put = {
  name: 'server-connections.put',
  text: `insert into tool_server_connections (id, organization_id, tool_server_id, user_id, url, issuer, scope, sealed,
      expires_at, version, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10)
    on conflict (tool_server_id, coalesce(user_id, '')) do update set id = excluded.id, url = excluded.url,
      issuer = excluded.issuer, scope = excluded.scope, sealed = excluded.sealed, expires_at = excluded.expires_at,
      error = null, wanted_scope = null, version = 1, refreshing_until = 0, created_at = excluded.created_at`,
}

export const remove = {
  name: 'server-connections.remove',
  text: `delete from tool_server_connections
    where organization_id = $1 and tool_server_id = $2 and id = $3 returning id`,
}

export const client = {
  name: 'server-connections.client',
  text: 'select issuer, sealed from tool_server_clients where organization_id = $1 and id = $2',
}

export const keepClient = {
  name: 'server-connections.keep-client',
  text: `insert into tool_server_clients (id, organization_id, issuer, sealed) values ($1, $2, $3, $4)
    on conflict (id) do update set issuer = excluded.issuer, sealed = excluded.sealed
    where tool_server_clients.organization_id = excluded.organization_id`,
}

export const dropFlows = {
  name: 'server-connections.drop-flows',
  text: 'delete from tool_server_authorizations where expires_at < $1',
}

export const begin = {
  name: 'server-connections.begin',
  text: `insert into tool_server_authorizations (id, organization_id, tool_server_id, user_id, sealed, expires_at)
    select $1, $2, $3, $4::text, $5, $6::bigint
    where (select count(*) from tool_server_authorizations where organization_id = $2) < $7::int returning id`,
}

export const take = {
  name: 'server-connections.take',
  text: `delete from tool_server_authorizations where id = $1
    returning id, organization_id as "organizationId", tool_server_id as "toolServerId", user_id as "userId", sealed,
      expires_at as "expiresAt"`,
}
