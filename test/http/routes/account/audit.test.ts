import { test } from 'tap'
import { auditStore } from '../../../../storage/accounts/audit.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { startAccountServer } from '../../../support/people/accounts.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database)
const { call } = server
const audit = auditStore(database)

test('entries are listed newest first, page by page, and found by action, actor, target and time', async t => {
  const { token, user } = await server.signUp()
  const organizationId = user.organization.id
  const began = Date.now()
  for (const id of ['a', 'b', 'c']) {
    const target = { type: 'thing', id, name: id.toUpperCase() }
    const details = { from: null, to: 1, tags: ['x'] }
    await audit.record({
      organizationId,
      actor: id === 'c' ? null : user.id,
      action: 'thing.made',
      target,
      details,
    })
  }
  const found = async (query: string) =>
    (await call(`GET /api/v1/audit?${query}`, token)).body.map(
      ({ target }: { target: { id: string } }) => target.id,
    )
  const made = await found('action=thing.made')
  t.same(made.toSorted(), ['a', 'b', 'c'])
  t.strictSame(await found('target=b'), ['b'])
  t.same((await found(`action=thing.made&actor=${user.id}`)).toSorted(), ['a', 'b'])
  t.strictSame(await found(`action=thing.made&to=${began - 60_000}`), [])
  t.same((await found(`action=thing.made&from=${began}`)).toSorted(), ['a', 'b', 'c'])
  const page = await call('GET /api/v1/audit?action=thing.made&limit=2', token)
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]
  const rest = (await call(`GET ${next}`, token)).body
  t.strictSame(
    [...page.body, ...rest].map(({ target }) => target.id),
    made,
  )
  t.match(page.body[0], { id: /^aud_/, details: { from: null, to: 1, tags: ['x'] }, createdAt: Number })
  for (const query of ['from=x', 'to=-1', 'cursor=made-up', 'action=']) {
    t.equal((await call(`GET /api/v1/audit?${query}`, token)).status, 400, query)
  }
})

test('the log of another organization is not seen', async t => {
  const [own, foreign] = [await server.signUp(), await server.signUp()]
  await audit.record({ organizationId: own.user.organization.id, actor: own.user.id, action: 'thing.made' })
  const seen = (await call('GET /api/v1/audit', foreign.token)).body
  t.strictSame(
    seen.filter(({ action }: { action: string }) => action === 'thing.made'),
    [],
  )
})

test('no statement changes or removes an entry', async t => {
  const { user } = await server.signUp()
  await audit.record({ organizationId: user.organization.id, actor: user.id, action: 'thing.made' })
  for (const text of [
    "update audit_entries set action = 'nothing.happened'",
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await t.rejects(database.query({ name: '', text }, []), /append-only/, text)
  }
})

test('an act and its entry are written together, or not at all', async t => {
  const { user } = await server.signUp()
  const organizationId = user.organization.id
  const rename = { name: '', text: "update organizations set name = 'Renamed' where id = $1" }
  await t.rejects(
    database.atomically(async queries => {
      await queries.query(rename, [organizationId])
      await audit.record(
        { organizationId, actor: user.id, action: 'thing.made', details: { big: 'x' } },
        queries,
      )
      throw new Error('the act fails')
    }),
    /the act fails/,
  )
  const { items } = await audit.list(organizationId, { action: 'thing.made' }, { limit: 10 })
  t.strictSame(items, [])
  const name = { name: '', text: 'select name from organizations where id = $1' }
  t.not((await database.query<{ name: string }>(name, [organizationId]))[0]!.name, 'Renamed')
})
