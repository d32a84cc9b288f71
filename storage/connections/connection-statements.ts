// The SQL of storage/connections/connections.ts, and of those that end connections with what they end:
// members and passwords.

const columns = `id, client_name as name, client_host as host, scopes, audience, created_at as "createdAt",
    last_used_at as "lastUsedAt", expires_at as "expiresAt"`

export const list = {
  name: 'connections.list',
  text: `select ${columns} from connections where organization_id = $1 and user_id = $2 and expires_at > $3
      and ($4::text is null or id < $4) order by id desc limit $5`,
}

/** Only for a member of an organization that lives, whose session lives. */
export const insert = {
  name: 'connections.insert',
  text: `insert into connections (id, organization_id, user_id, client_id, client_name, client_host, scopes, audience,
      created_at, expires_at)
    select $1, m.organization_id, m.user_id, $4, $5, $6, $7::text[], $8, $9::bigint, $10::bigint
    from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where m.organization_id = $2 and m.user_id = $3
      and exists (select from sessions s where s.id = $11 and s.user_id = $3 and s.ended_at is null)
    returning id`,
}

export const replace = {
  name: 'connections.replace',
  text: 'delete from connections where organization_id = $1 and user_id = $2 and client_id = $3 returning id',
}

export const noteConnected = {
  name: 'connections.note-connected',
  text: 'update oauth_clients set connected_at = $2 where id = $1',
}

export const addToken = {
  name: 'connections.add-token',
  text: `insert into connection_tokens (hash, connection_id, kind, scopes, challenge, redirect_uri, expires_at, parent)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** The member is still one; the code is used by whoever comes first. */
export const spend = {
  name: 'connections.spend',
  text: `update connection_tokens t set used_at = $2
    from connections c join memberships m on m.organization_id = c.organization_id and m.user_id = c.user_id
      join organizations o on o.id = c.organization_id and o.deleted_at is null
    where t.hash = $1 and t.kind = 'code' and t.used_at is null and t.expires_at > $2 and c.id = t.connection_id
    returning t.connection_id as "connectionId", c.client_id as "clientId", c.audience, t.scopes, t.challenge,
      t.redirect_uri as "redirectUri"`,
}

export const findSpent = {
  name: 'connections.find-spent',
  text: `select connection_id as "connectionId" from connection_tokens
    where hash = $1 and kind = 'code' and used_at is not null`,
}

/** The row's lock holds off an end until the tokens are there, and then they end with it. */
export const prolong = {
  name: 'connections.prolong',
  text: 'update connections set expires_at = greatest(expires_at, $2) where id = $1 returning id',
}

/** Of a refresh token whose connection is locked; null where it is not used yet. */
export const findRefresh = {
  name: 'connections.find-refresh',
  text: `select t.used_at as "usedAt" from connection_tokens t join connections c on c.id = t.connection_id
      join memberships m on m.organization_id = c.organization_id and m.user_id = c.user_id
      join organizations o on o.id = c.organization_id and o.deleted_at is null
    where t.hash = $2 and t.connection_id = $1 and t.kind = 'refresh' and t.expires_at > $3`,
}

export const use = {
  name: 'connections.use',
  text: 'update connection_tokens set used_at = $2 where hash = $1 and used_at is null returning 1 as one',
}

/** What came from a refresh token and was never used works no more; who has it will be noticed. */
export const replaceTokens = {
  name: 'connections.replace-tokens',
  text: `with gone as (delete from connection_tokens where connection_id = $1 and parent = $2 and kind = 'access'
      and used_at is null)
    update connection_tokens set used_at = 0 where connection_id = $1 and parent = $2 and kind = 'refresh'
      and used_at is null`,
}

export const findUsed = {
  name: 'connections.find-used',
  text: 'select 1 as one from connection_tokens where connection_id = $1 and parent = $2 and used_at > 0 limit 1',
}

export const findAccess = {
  name: 'connections.find-access',
  text: `select c.id as "connectionId", c.organization_id as "organizationId", c.user_id as "userId", m.role, t.scopes,
      c.audience, t.expires_at as "expiresAt", t.used_at is not null as "isUsed"
    from connection_tokens t join connections c on c.id = t.connection_id
      join memberships m on m.organization_id = c.organization_id and m.user_id = c.user_id
      join organizations o on o.id = c.organization_id and o.deleted_at is null
    where t.hash = $1 and t.kind = 'access' and t.expires_at > $2`,
}

export const ofToken = {
  name: 'connections.of-token',
  text: `select c.id as "connectionId", c.client_id as "clientId", c.audience, t.scopes
    from connection_tokens t join connections c on c.id = t.connection_id where t.hash = $1 and t.kind <> 'code'`,
}

export const end = {
  name: 'connections.end',
  text: `delete from connections where id = $1 and ($2::text is null or organization_id = $2)
      and ($3::text is null or user_id = $3)
    returning organization_id as "organizationId", client_name as "clientName"`,
}

export const touch = {
  name: 'connections.touch',
  text: `update connections c set last_used_at = u.at
    from unnest($1::text[], $2::bigint[]) as u(id, at)
    where c.id = u.id and c.id in (
      select id from connections where id = any($1::text[]) for no key update skip locked)`,
}

/** With a removed member. */
export const endOfMember = {
  name: 'connections.end-of-member',
  text: 'delete from connections where organization_id = $1 and user_id = $2',
}

/** With a new password. */
export const endOfUser = {
  name: 'connections.end-of-user',
  text: 'delete from connections where user_id = $1',
}
