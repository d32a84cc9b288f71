// PostgreSQL and databases that speak its protocol. Reading is a separate tool, so that a workflow can be
// allowed to read and not to write.
import { choice, integer, object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { execute } from './execute.ts'
import { insertRows } from './insert-rows.ts'
import { listTables } from './list-tables.ts'
import { query } from './query.ts'
import { upsertRows } from './upsert-rows.ts'

export const postgresqlServer: FirstPartyServer = {
  slug: 'postgresql',
  name: 'PostgreSQL',
  description:
    'Queries a PostgreSQL database read-only, lists its tables, and writes rows where that is wanted.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['database', 'developer'],
  credential: {
    kinds: ['basic'],
    isRequired: true,
    hint: 'A role of its own. Give it only the rights that the workflows need: SELECT is enough to query. One with SUPERUSER, CREATEROLE, REPLICATION, BYPASSRLS or pg_signal_backend and the like is refused.',
  },
  settings: object(
    {
      host: text('Host', 'Host name of the database server', { minLength: 1, maxLength: 253 }),
      port: integer('Port', 'Port of the server', { default: 5432, minimum: 1, maximum: 65_535 }),
      database: text('Database', 'Name of the database', { minLength: 1, maxLength: 63 }),
      tls: choice(
        'TLS',
        'verify: encrypted and the certificate checked; require: encrypted only; none: in the clear',
        { verify: [], require: [], none: [] },
        { default: 'verify' },
      ),
      ca: text('Certificate authority', 'Certificate in PEM that is trusted beside the usual ones', {
        maxLength: 100_000,
      }),
    },
    ['host', 'database'],
  ),
  tools: [query, listTables, insertRows, upsertRows, execute],
}
