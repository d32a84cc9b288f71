// Applications that have registered themselves (RFC 7591). Anybody may, so those that nobody has connected
// are bounded in number and forgotten after a week. Called by http/connections/.
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Application } from '../../domain/people/application.ts'
import type { Queries } from '../postgres/statement.ts'

/** Most applications that have registered and are not connected. */
const mostUnconnected = 10_000

export type OauthClientStore = ReturnType<typeof oauthClientStore>

export function oauthClientStore(database: Queries) {
  return {
    /** @throws {Failure} overloaded: too many have registered and were never connected */
    async register(application: Omit<Application, 'id'>): Promise<Application> {
      const id = newId('oauthClient')
      const { name, redirectUris } = application
      const values = [id, name, redirectUris, Date.now(), mostUnconnected]
      const [made] = await database.query<{ id: string }>(insert, values)
      if (made !== undefined) return { id, ...application }
      throw new Failure(
        'overloaded',
        `${mostUnconnected} applications have registered and were not connected: try again later`,
      )
    },

    async find(id: string): Promise<Application | null> {
      return (await database.query<Application>(find, [id]))[0] ?? null
    },
  }
}

const insert = {
  name: 'oauth-clients.insert',
  text: `insert into oauth_clients (id, name, redirect_uris, created_at)
    select $1, $2, $3::text[], $4::bigint
    where (select count(*) from (
      select 1 from oauth_clients where connected_at is null limit $5::int) waiting) < $5::int
    returning id`,
}

const find = {
  name: 'oauth-clients.find',
  text: 'select id, name, redirect_uris as "redirectUris" from oauth_clients where id = $1',
}
