// Two nodes meet, or do not: the handshake alone, and what a node says of one that does not belong.
import { test } from 'tap'
import { Handshake, type NodeIdentity } from '../../../runtime/cluster/handshake.ts'
import { silentLog } from '../../../runtime/log.ts'
import { TestCluster } from '../../support/cluster/test-cluster.ts'

const secret = 'the secret of the cluster'
const identityOf = (incarnation: number, cluster = 'one'): NodeIdentity => ({
  cluster,
  incarnation,
  version: '1',
})

interface Given {
  readonly secret?: string
  readonly cluster?: string
}

/** Carries texts from side to side. @returns whom each side met, or why not */
function meet(dials: Given = {}, listens: Given = {}, change = (text: string) => text) {
  const waiting: { to: 'dials' | 'listens'; text: string }[] = []
  const said: string[] = []
  const met: Record<string, NodeIdentity | string | null> = { dials: null, listens: null }
  const begin = (side: 'dials' | 'listens', other: 'dials' | 'listens', given: Given, incarnation: number) =>
    new Handshake({
      ...{ side, secret: given.secret ?? secret, identity: () => identityOf(incarnation, given.cluster) },
      send: text => {
        said.push(text)
        waiting.push({ to: other, text: change(text) })
      },
    })
  const sides = {
    dials: begin('dials', 'listens', dials, 2),
    listens: begin('listens', 'dials', listens, 1),
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (typeof met[next.to] === 'string') continue
    try {
      met[next.to] = sides[next.to].take(next.text) ?? met[next.to]!
    } catch (error) {
      met[next.to] = (error as Error).message
    }
  }
  return { met, said }
}

test('two nodes of a cluster learn who the other is, and nobody says the secret', async t => {
  const { met, said } = meet()
  t.strictSame(met, { dials: identityOf(1), listens: identityOf(2) })
  t.equal(said.length, 3)
  t.notOk(said.some(text => text.includes(secret)))
})

test('nodes with different secrets, or of different clusters, say so in one line on both sides', async t => {
  const differ = 'the nodes have different values of CLUSTER_SECRET'
  t.strictSame(meet({ secret: 'another' }).met, { dials: differ, listens: differ })
  t.strictSame(meet({}, { secret: 'another' }).met, { dials: differ, listens: differ })
  const { met } = meet({ cluster: 'two' })
  t.match(met.listens, /of two clusters, one and two/)
  t.match(met.dials, /of two clusters/)
})

test('a proof counts for its side, its nonces and its identity only', async t => {
  // What listens sends back what it got: a mirror knows no secret.
  const heard: string[] = []
  const dials = new Handshake({
    ...{ side: 'dials', secret, identity: () => identityOf(2) },
    send: text => heard.push(text),
  })
  dials.take(JSON.stringify({ protocol: 1, nonce: 'n'.repeat(44) }))
  t.throws(() => dials.take(heard[0]!), { name: 'LinkRefused' })
  const renamed = meet({}, {}, text => text.replace('\\"incarnation\\":2', '\\"incarnation\\":3'))
  t.equal(renamed.met.listens, 'the nodes have different values of CLUSTER_SECRET')
})

test('another protocol, and what is no node at all, is refused', async t => {
  const { met } = meet({}, {}, text => text.replace('"protocol":1', '"protocol":9'))
  t.match(met.dials, /protocol 1 and 9: their versions are too far apart/)
  for (const text of ['GET / HTTP/1.1', '', 'null', '[]', '{"protocol":1}', '{"protocol":1,"nonce":5}']) {
    const { met } = meet({}, {}, () => text)
    t.equal(typeof met.dials, 'string', text)
  }
})

test('a node with the wrong secret gets no link, and the log says why', async t => {
  const lines: string[] = []
  const log = { ...silentLog, error: (_: object, line: string) => lines.push(line) }
  const cluster = await TestCluster.start(t, 1, { secret: 'wrong', log })
  await cluster.join()
  await cluster.pass(1_000)
  const [a, b] = cluster.nodes
  for (const node of [a!, b!]) {
    t.strictSame([...node.engine.links.values()], [false])
    t.equal(node.engine.isCurrent, false, 'so its caches are not believed')
  }
  t.strictSame(
    new Set(lines),
    new Set(['refused to link two nodes: the nodes have different values of CLUSTER_SECRET']),
  )
  t.ok(lines.length <= 2, 'once for each node, and seldom after that')
  const far = cluster.addressAt(b!)
  const asked = a!.ask(far, { type: 'add', id: '1' }, { timeoutMs: 500 })
  await t.rejects(cluster.during(asked), { code: 'unavailable' })
})
