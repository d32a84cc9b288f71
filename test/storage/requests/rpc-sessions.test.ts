// Rows of sessions of /rpc: the database's, and those in memory that tests of the lanes use.
import { test } from 'tap'
import { type RpcSessions, rpcSessionStore } from '../../../storage/requests/rpc-sessions.ts'
import { openTestDatabase } from '../../support/database.ts'
import { MemoryRpcSessions } from '../../support/rpc-sessions.ts'

const database = await openTestDatabase()
const join = {
  name: 'test.join',
  text: `insert into cluster_members (incarnation, address, version, cluster, sessions, timeline)
    values ($1, 'a:1', '1', 'c', 's', '1') on conflict do nothing`,
}

const session = {
  ...{ principal: 'org_1 key_1', node: 0, life: 0, handshake: '{"a":"\u00fc"}' },
  ...{ logLevel: 'info', resources: ['a://1'] },
}
const home = { principal: 'org_1 key_1', node: 0, life: 0 }
const state = { handshake: session.handshake, logLevel: 'info', resources: ['a://1'] }

interface Opened {
  readonly rows: RpcSessions
  readonly join: (node: number) => Promise<unknown>
}

function inMemory(): Opened {
  const rows = new MemoryRpcSessions()
  return { rows, join: async node => rows.members.add(node) }
}

for (const [name, open] of [
  ['database', () => ({ rows: rpcSessionStore(database), join: node => database.query(join, [node]) })],
  ['memory', inMemory],
] as const satisfies readonly (readonly [string, () => Opened])[]) {
  test(`${name}: a session is found by its organization, while it is used`, async t => {
    const { rows } = open()
    await rows.keep('found', 'org_1', session)
    t.strictSame({ ...(await rows.find('found', 'org_1', 0)) }, home)
    t.equal(await rows.find('found', 'org_2', 0), null)
    t.equal(await rows.find('found', 'org_1', Date.now() + 60_000), null)
    const before = Date.now()
    t.strictSame(
      await rows.used([
        { key: 'found', life: 0 },
        { key: 'nobody', life: 0 },
      ]),
      ['found'],
    )
    t.not(await rows.find('found', 'org_1', before), null)
  })

  test(`${name}: of all who take a session over at once, one has it, with what its client chose`, async t => {
    const { rows, join } = open()
    await rows.keep('claimed', 'org_1', session)
    const of = { key: 'claimed', life: 0 }
    const choices = { logLevel: 'debug', resources: ['a://1', 'b://2'] }
    t.equal(await rows.choose(of, 'org_2', { logLevel: 'error', resources: [] }), false)
    t.equal(await rows.choose(of, 'org_1', choices), true)
    t.equal(await rows.claim(of, 'org_2', 0), null)
    const nodes = [4, 5, 6, 7]
    for (const node of nodes) await join(node)
    const claims = await Promise.all(nodes.map(node => rows.claim(of, 'org_1', node)))
    t.strictSame(
      claims.filter(it => it !== null).map(it => ({ ...it })),
      [{ ...state, ...choices }],
    )
    const taken = claims.findIndex(it => it !== null)
    t.strictSame({ ...(await rows.find('claimed', 'org_1', 0)) }, { ...home, life: 1, node: nodes[taken]! })
  })

  test(`${name}: a node that lives keeps its sessions, and one that is no member takes none`, async t => {
    const { rows, join } = open()
    await join(21)
    await join(22)
    await rows.keep('kept', 'org_1', { ...session, node: 21 })
    const of = { key: 'kept', life: 0 }
    t.equal(await rows.claim(of, 'org_1', 22), null, 'its node lives')
    await rows.keep('orphan', 'org_1', { ...session, node: 29 })
    const orphan = { key: 'orphan', life: 0 }
    t.equal(await rows.claim(orphan, 'org_1', 28), null, 'the claimer is no member')
    t.match(await rows.claim(orphan, 'org_1', 22), state)
    t.match(await rows.claim(of, 'org_1', 0), state, 'a server that is alone knows no members')
  })

  test(`${name}: an earlier life changes nothing`, async t => {
    const { rows } = open()
    await rows.keep('past', 'org_1', session)
    const past = { key: 'past', life: 0 }
    await rows.claim(past, 'org_1', 0)
    t.equal(await rows.claim(past, 'org_1', 0), null)
    t.equal(await rows.choose(past, 'org_1', { logLevel: 'error', resources: [] }), false)
    t.strictSame(await rows.used([past]), [])
    await rows.remove([past])
    t.strictSame({ ...(await rows.find('past', 'org_1', 0)) }, { ...home, life: 1 })
    await rows.remove([{ key: 'past', life: 1 }])
    t.equal(await rows.find('past', 'org_1', 0), null)
  })

  test(`${name}: a node releases its own`, async t => {
    const { rows } = open()
    await rows.keep('released', 'org_1', { ...session, node: 11 })
    await rows.keep('other', 'org_1', { ...session, node: 12 })
    await rows.release(11)
    t.match(await rows.find('released', 'org_1', 0), { node: 0, life: 0 })
    t.match(await rows.find('other', 'org_1', 0), { node: 12 })
  })
}

test('close', async () => database.close())
