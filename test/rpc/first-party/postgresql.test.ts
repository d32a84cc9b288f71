import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { Client } from 'pg'
import { test } from 'tap'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { postgresqlServer } from '../../../rpc/first-party/postgresql/index.ts'
import { emptyDatabase } from '../../support/postgres.ts'
import { certificate, certificateKey } from '../../support/servers/certificate.ts'
import { serveRaw } from '../loopback.ts'
import { type Installation, install } from './installed.ts'

test('a query gives its rows by column name, as JSON that loses nothing', async t => {
  const { call } = await database(t)
  const sql = `select 1 as a, 2::int8 as b, 9007199254740993::int8 as c, 1.10::numeric as d, 'NaN'::float8 as e, true as f,
    null as g, 'ü' as h, '{"x":[9007199254740993]}'::jsonb as i, array[1,2] as j, '\\x00ff'::bytea as k, date '2026-01-05' as l,
    timestamptz '2026-01-05 10:00:00+02' as m, timestamp '2026-01-05 10:00:00.5' as n, interval '1 day' as o, 5 as a`
  t.strictSame(await call('query', { sql }), {
    columns: [...'abcdefghijklmno'.split(''), 'a_2'],
    rows: [
      {
        ...{
          a: 1,
          b: 2,
          c: '9007199254740993',
          d: '1.10',
          e: 'NaN',
          f: true,
          g: null,
          h: 'ü',
          i: { x: ['9007199254740993'] },
        },
        ...{
          j: [1, 2],
          k: 'AP8=',
          l: '2026-01-05',
          m: '2026-01-05T08:00:00.000Z',
          n: '2026-01-05T10:00:00.5',
        },
        ...{ o: '1 day', a_2: 5 },
      },
    ],
    isCut: false,
  })
})

test('a role that may do more than work with data is refused, with how to make one that may not', async t => {
  const { call, admin, secret } = await database(t)
  const { username: name } = secret
  const sql = 'select 1'
  t.match(await call('query', { sql }), { rows: [{}] })
  for (const [give, take, why] of [
    [`alter role ${name} superuser`, `alter role ${name} nosuperuser`, 'has SUPERUSER'],
    [`alter role ${name} createrole`, `alter role ${name} nocreaterole`, 'has CREATEROLE'],
    [`alter role ${name} replication`, `alter role ${name} noreplication`, 'has REPLICATION'],
    [`alter role ${name} bypassrls`, `alter role ${name} nobypassrls`, 'has BYPASSRLS'],
    ...['pg_signal_backend', 'pg_read_server_files', 'pg_execute_server_program'].map(
      role => [`grant ${role} to ${name}`, `revoke ${role} from ${name}`, `is a member of ${role}`] as const,
    ),
  ] as const) {
    await admin.query(give)
    for (const [tool, args] of [
      ['query', { sql }],
      ['list_tables', {}],
      ['execute', { sql: 'delete from orders' }],
    ] as const)
      await t.rejects(call(tool, args), { code: 'forbidden', message: new RegExp(`${why}, .*create role`) })
    await admin.query(take)
  }
  t.match((await admin.query('select * from orders')).rows, [{ id: 1 }])
})

test('values are bound, and never part of the SQL', async t => {
  const { call } = await database(t)
  const sql = 'select $1::text as a, $2::int[] as b, $3::jsonb as c, $4::bool as d'
  const values = ["'; drop table orders; --", [1, 2], { x: 1 }, null]
  t.match(await call('query', { sql, values }), { rows: [{ a: values[0], b: [1, 2], c: { x: 1 }, d: null }] })
})

test('a query can change nothing', async t => {
  const { call, admin } = await database(t)
  await admin.query(
    'create function spoil() returns int language sql as $$ insert into orders values (9) returning 1 $$',
  )
  const attempts: [string, string][] = [
    ['insert into orders values (2)', 'invalid-arguments'],
    ['commit', 'invalid-arguments'],
    ['set default_transaction_read_only = off', 'invalid-arguments'],
    ["copy orders to program 'true'", 'invalid-arguments'],
    ['/* select */ delete from orders', 'invalid-arguments'],
    ['with gone as (delete from orders returning 1) select * from gone', 'read-only'],
    ['select spoil()', 'read-only'],
    ['select 1; delete from orders', 'rejected'],
    ['explain analyze delete from orders', 'read-only'],
    ['select * from orders for update', 'read-only'],
    ['select * into copied from orders', 'read-only'],
    ["select set_config('transaction_read_only', 'off', true), spoil()", 'rejected'],
  ]
  for (const [sql, code] of attempts) await t.rejects(call('query', { sql }), { code, retryable: false }, sql)
  t.match((await admin.query('select count(*)::int as n from orders')).rows, [{ n: 1 }])
  t.match(await call('query', { sql: ' -- all\n /* of them */ (select id from orders)' }), {
    rows: [{ id: 1 }],
  })
})

test('rows are cut off at the limit that was asked for, and before an output is too large', async t => {
  const { call } = await database(t)
  const series = (sql: string, maxRows: number) => call('query', { sql, maxRows })
  for (const [rows, isCut] of [
    [9, true],
    [10, false],
    [11, false],
  ] as const) {
    const output = await series('select generate_series(1, 10) as n', rows)
    t.same([(output['rows'] as Json[]).length, output['isCut']], [Math.min(rows, 10), isCut])
  }
  const wide = await series("select repeat('x', 100000) as t from generate_series(1, 1000)", 1_000)
  t.equal(wide['isCut'], true)
  t.equal((wide['rows'] as Json[]).length, 9)
  const huge = series("select repeat('x', 20000000) as t", 1)
  await t.rejects(huge, { code: 'too-large', retryable: false })
})

test('a statement that takes too long is given up by the server, and by us when the server hangs', async t => {
  const { call } = await database(t)
  const slow = call('query', { sql: 'select pg_sleep(60)' }, { timeoutMs: 400 })
  await t.rejects(slow, { code: 'timeout', retryable: true })
  const silent = await serveRaw(t, () => {})
  const { port } = new URL(silent.origin)
  await t.rejects(call('query', { sql: 'select 1' }, at(Number(port), { timeoutMs: 60 })), {
    code: 'timeout',
  })
})

test('a cancelled step ends its connection', async t => {
  const { call, admin } = await database(t)
  const abort = new AbortController()
  await admin.query('begin; lock table orders')
  const waiting = call('execute', { sql: 'delete from orders' }, { signal: abort.signal })
  const isWaiting = async () =>
    (await admin.query("select 1 from pg_locks where not granted and relation = 'orders'::regclass")).rowCount
  while (!(await isWaiting())) await pause(5)
  abort.abort()
  await t.rejects(waiting)
  await admin.query('commit')
})

test('one statement is executed and committed, or nothing happens', async t => {
  const { call, admin } = await database(t)
  t.strictSame(
    await call('execute', { sql: 'insert into orders values ($1), ($2) returning id', values: [2, 3] }),
    {
      command: 'INSERT',
      count: 2,
      columns: ['id'],
      rows: [{ id: 2 }, { id: 3 }],
      isCut: false,
    },
  )
  t.match(await call('execute', { sql: 'update orders set note = $1', values: ['x'] }), {
    command: 'UPDATE',
    count: 3,
  })
  const cut = await call('execute', { sql: 'select generate_series(1, 3) as n', maxRows: 2 })
  t.match(cut, { isCut: true, rows: [{ n: 1 }, { n: 2 }] })
  await t.rejects(call('execute', { sql: 'delete from orders; select 1' }), { code: 'rejected' })
  await t.rejects(
    call('execute', { sql: "delete from orders where id = 1 returning repeat('x', 20000000)" }),
    { code: 'too-large' },
  )
  t.match((await admin.query('select count(*)::int as n from orders')).rows, [{ n: 3 }])
})

test('rows are inserted with their types, all or none, and twice only where that is skipped', async t => {
  const { call, admin } = await database(t)
  const rows = [
    { id: 2, note: "it's", paid: '2026-01-05T10:00:00Z', extra: { a: [1] } },
    { id: 3, note: null, total: 12.5 },
  ]
  t.strictSame(await call('insert_rows', { table: 'public.orders', rows }), { count: 2 })
  const stored = await admin.query(
    'select id, note, total::text, paid, extra from orders where id > 1 order by id',
  )
  t.match(stored.rows, [
    { id: 2, note: "it's", total: null, paid: new Date('2026-01-05T10:00:00Z'), extra: { a: [1] } },
    { id: 3, note: null, total: '12.5' },
  ])
  const again = [{ id: 3 }, { id: 4 }]
  await t.rejects(call('insert_rows', { table: 'orders', rows: again }), {
    code: 'conflict',
    message: /duplicate key/,
  })
  t.strictSame(await call('insert_rows', { table: 'orders', rows: again, onConflict: 'skip' }), { count: 1 })
})

test('rows with the same keys are updated, others added', async t => {
  const { call, admin } = await database(t)
  const rows = [
    { id: 1, note: 'new' },
    { id: 2, note: 'added' },
  ]
  for (const _ of [1, 2])
    t.strictSame(await call('upsert_rows', { table: 'orders', rows, keys: ['id'] }), { count: 2 })
  t.strictSame((await admin.query('select id, note from orders order by id')).rows, rows)
  await t.rejects(call('upsert_rows', { table: 'orders', rows, keys: ['total'] }), {
    code: 'invalid-arguments',
  })
})

test('names of tables and columns stay names', async t => {
  const { call, admin } = await database(t)
  await admin.query('create table "a""b; drop" ("x""); --" int)')
  t.strictSame(await call('insert_rows', { table: 'a"b; drop', rows: [{ 'x"); --': 1 }] }), { count: 1 })
  const attacks = ['orders (id) values (5); --', 'a.b.c', '.', 'orders where true']
  for (const table of attacks) {
    await t.rejects(
      call('insert_rows', { table, rows: [{ id: 5 }] }),
      { code: /invalid-arguments|rejected/ },
      table,
    )
  }
  t.match((await admin.query('select count(*)::int as n from orders')).rows, [{ n: 1 }])
})

test('tables are listed with their columns', async t => {
  const { call, admin } = await database(t)
  await admin.query('create schema sales; create view sales.totals as select id from orders')
  t.match(await call('list_tables', { schema: 'sales' }), [{ schema: 'sales', name: 'totals', kind: 'view' }])
  const [orders] = (await call('list_tables', {})) as Json as JsonObject[]
  t.match(orders, { schema: 'public', name: 'orders', kind: 'table' })
  t.strictSame((orders!['columns'] as Json[]).slice(0, 2), [
    { name: 'id', type: 'integer', isNullable: false, isKey: true },
    { name: 'note', type: 'text', isNullable: true, isKey: false },
  ])
})

test('what the database refuses says why, without the password', async t => {
  const { call, secret } = await database(t)
  const cases: [string, JsonObject][] = [
    ['select * from nothing', { code: 'rejected', retryable: false }],
    ["select 'x'::int", { code: 'rejected' }],
    ['select 1/0', { code: 'rejected' }],
    ['table', { code: 'rejected' }],
  ]
  for (const [sql, expected] of cases) {
    const failure = await call('query', { sql }).catch(error => error)
    t.match(failure, expected, sql)
    t.match(failure.message, /^127\.0\.0\.1 answered [0-9A-Z]{5}: /)
  }
  const wrong = await call('query', { sql: 'select 1' }, { secret: { ...secret, password: 'wr0ng' } }).catch(
    error => error,
  )
  t.match(wrong, { code: 'not-authorized', retryable: false })
  t.notMatch(wrong.message, 'wr0ng')
  await t.rejects(call('query', { sql: 'select 1' }, { secret: undefined as never }), {
    code: 'unknown-credential',
  })
})

test('TLS is checked by default, can be without a check, and is never left out silently', async t => {
  const { call } = await database(t, { isEncrypted: true, tls: 'verify', ca: certificate })
  t.match(await call('query', { sql: 'select 1 as a' }), { rows: [{ a: 1 }] })
  const untrusted = await database(t, { isEncrypted: true, tls: 'verify' })
  await t.rejects(untrusted.call('query', { sql: 'select 1' }), { code: 'bad-tls', retryable: false })
  const unchecked = await database(t, { isEncrypted: true, tls: 'require' })
  t.match(await unchecked.call('query', { sql: 'select 1 as a' }), { rows: [{ a: 1 }] })
  for (const tls of ['verify', 'require']) {
    const plain = await database(t, { tls })
    await t.rejects(plain.call('query', { sql: 'select 1' }), { code: 'bad-tls', message: /SSL/ }, tls)
  }
})

test('a server that is none, away or forbidden ends the step with its reason', async t => {
  const { call } = await database(t)
  const web = await serveRaw(t, socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const query = (changes: Installation) => call('query', { sql: 'select 1' }, changes)
  const port = Number(new URL(web.origin).port)
  await t.rejects(query(at(port)), { name: 'ToolFailure', retryable: /true|false/ })
  await t.rejects(query(at(1)), { code: 'unreachable', retryable: true })
  await t.rejects(query({ policy: 'public' }), { name: 'ToolFailure', code: 'refused-address' })
})

function at(port: number, changes: Installation = {}): Installation {
  return { ...changes, settings: { host: '127.0.0.1', port, database: 'x', tls: 'none' } }
}

let roles = 0

/** A role that may read and write what there is, and make tables. */
async function weakRole(t: Teardown, admin: Client): Promise<string> {
  const name = `weak_${process.pid}_${++roles}`
  await admin.query(`create role ${name} login password 'weak'; grant pg_read_all_data, pg_write_all_data to ${name};
    grant create on schema public to ${name}; alter table orders owner to ${name}`)
  t.teardown(async () => void (await admin.query(`drop owned by ${name} cascade; drop role ${name}`)))
  return name
}

/** A database with a table `orders` of one row, reached over loopback as an installation reaches it. */
async function database(t: Teardown, options: JsonObject = {}) {
  const { isEncrypted = false, ...settings } = options
  const url = await emptyDatabase()
  const admin = new Client(url)
  await admin.connect()
  t.teardown(() => admin.end())
  await admin.query(
    'create table orders (id int primary key, note text, total numeric, paid timestamptz, extra jsonb); insert into orders values (1)',
  )
  const port = await onLoopback(t, admin, isEncrypted === true)
  const { pathname } = new URL(url)
  const secret = { kind: 'basic', username: await weakRole(t, admin), password: 'weak' } as const
  const given = { host: '127.0.0.1', port, database: pathname.slice(1), tls: 'none', ...settings }
  return { call: install(t, postgresqlServer, { secret, settings: given }), admin, secret }
}

/**
 * The server of the tests may listen on a unix socket: carries connections there, and encrypts them like the
 * server.
 */
async function onLoopback(t: Teardown, admin: Client, isEncrypted: boolean): Promise<number> {
  const sockets = new Set<Socket>()
  const carry = (client: Socket) => {
    const { host, port } = admin
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [client, server])
      socket.on('error', () => {}).on('close', () => [client, server].map(one => one.destroy()))
    client.pipe(server).pipe(client)
  }
  const proxy = createServer(client => {
    sockets.add(client.on('error', () => {}))
    if (!isEncrypted) return carry(client)
    client.once('data', () => {
      client.write('S')
      carry(new TLSSocket(client, { isServer: true, cert: certificate, key: certificateKey }))
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => proxy.close(resolve))
  })
  return (proxy.address() as AddressInfo).port
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
