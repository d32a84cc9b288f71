// Applications that have registered themselves (RFC 7591). Anybody may, so those that nobody has connected
// are forgotten after a week, and the oldest of them when newer ones are too many. Called by
// http/connections/.
import { newId } from '../../domain/ids.ts'
import type { Application } from '../../domain/people/application.ts'
import type { Queries } from '../postgres/statement.ts'

/** Most applications that have registered and are not connected. */
const mostUnconnected = 10_000

export type OauthClientStore = ReturnType<typeof oauthClientStore>

export function oauthClientStore(database: Queries) {
  return {
    async register(application: Omit<Application, 'id'>): Promise<Application> {
      const id = newId('oauthClient')
      const { name, redirectUris } = application
      await database.query(insert, [id, name, redirectUris, Date.now(), mostUnconnected])
      return { id, ...application }
    },

    async find(id: string): Promise<Application | null> {
      return (await database.query<Application>(find, [id]))[0] ?? null
    },
  }
}

/** Whoever registers last has a person waiting; the oldest of those that nobody connected makes room. */
const insert = {
  name: 'oauth-clients.insert',
  text: `with surplus as (
      select id from oauth_clients where connected_at is null
      order by created_at desc, id desc offset $5::int - 1 limit 100),
    locked as (
      select c.id from oauth_clients c join surplus s on s.id = c.id
      where c.connected_at is null for update of c skip locked),
    gone as (delete from oauth_clients c using locked l where c.id = l.id)
    insert into oauth_clients (id, name, redirect_uris, created_at) values ($1, $2, $3::text[], $4::bigint)`,
}

const find = {
  name: 'oauth-clients.find',
  text: 'select id, name, redirect_uris as "redirectUris" from oauth_clients where id = $1',
}
