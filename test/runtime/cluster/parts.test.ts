// Small parts of a node alone: what a host turns away, whom a node wakes, what it tells those who watch, how
// full a link may be.
import { test } from 'tap'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { GuestWork } from '../../../runtime/cluster/guest-work.ts'
import type { NodeFrame } from '../../../runtime/cluster/node-frames.ts'
import { NodeLink } from '../../../runtime/cluster/node-link.ts'
import { NodeStanding } from '../../../runtime/cluster/node-standing.ts'
import { ownToWake } from '../../../runtime/cluster/own-to-wake.ts'
import { Peer } from '../../../runtime/cluster/peer.ts'
import { bounds } from '../../../runtime/config.ts'
import type { EntryListener } from '../../../runtime/engine.ts'
import { silentLog } from '../../../runtime/log.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import { shardOf } from '../../../runtime/placement/placement.ts'
import { type FromHost, pack, type ToHost, unpack } from '../../../runtime/system/frames.ts'
import { serveHost } from '../../../runtime/system/serve.ts'
import { counterKind, turns } from '../../support/actors/host.ts'

const memberOf = (incarnation: number) => ({
  ...{ incarnation, address: `node-${incarnation}:1`, version: '1', isDraining: false },
})

/** A link over a wire that takes nothing until it is told to. */
function linkOf(clock = new SimulatedClock()) {
  const sent: string[] = []
  const wire = {
    waitingBytes: 0,
    isClosed: false,
    send: (text: string) => sent.push(text),
    trust() {},
    close() {
      wire.isClosed = true
    },
  }
  const link = new NodeLink({ wire, clock, frame: () => {} })
  const frames = () =>
    sent.flatMap(text => unpack<NodeFrame>(text)).filter(({ head }) => head.type !== 'beat')
  return { link, wire, sent, frames, clock }
}

test('a host turns away what is for actors of other nodes, and takes the rest', async t => {
  const heard: FromHost[] = []
  const clock = new SimulatedClock()
  const served = serveHost({
    kinds: [counterKind()],
    journal: new MemoryJournal<unknown>(),
    ...{ clock, threadId: 0, invalidate: () => {}, stopped: () => {}, crash: error => t.fail(String(error)) },
    standing: { isAlive: true, owns: address => address === 'cnt_own' },
    send: packed => void heard.push(...unpack<FromHost>(packed).map(({ head }) => head)),
  })
  const take = (head: ToHost, message: object | null = null) =>
    served.receive(pack([{ head, payload: message === null ? '' : JSON.stringify(message) }]))
  const ask = (id: number, address: string) =>
    take({ type: 'ask', id, address, until: 'decided', fresh: true }, { type: 'add', id: '1' })
  ask(1, 'cnt_own')
  ask(2, 'cnt_other')
  take({ type: 'wake', id: 3, address: 'cnt_other' })
  take({ type: 'poison', id: 4, address: 'cnt_other' })
  await turns()
  const answers = heard.flatMap(head => ('id' in head ? [`${head.id} ${head.type}`] : []))
  t.strictSame(answers.toSorted(), ['1 reply', '2 moved', '3 reply', '4 moved'])
  t.equal(served.host.active, 0)
  served.abandon()
})

test('a node wakes its own actors, in pages as full as those of the database', async t => {
  const all = Array.from({ length: 95 }, (_, n) => `cnt_${String(n).padStart(2, '0')}`)
  let reads = 0
  const toWake = ownToWake(
    async (_, after, limit) => {
      reads++
      return all.filter(address => address > after).slice(0, limit)
    },
    address => Number(address.slice(4)) % 3 === 0,
  )
  const which = { before: 0, isStart: true }
  const first = await toWake(which, '', 10)
  t.equal(first.length, 10)
  t.equal(reads, 3)
  const found = [...first]
  for (let page = first; page.length === 10; found.push(...page)) page = await toWake(which, page.at(-1)!, 10)
  t.strictSame(
    found,
    all.filter((_, n) => n % 3 === 0),
  )
})

test('those who watch an actor that leaves are told, and it is watched for nobody else', async t => {
  const listeners = new Map<string, EntryListener>()
  const own = new Set([shardOf('cnt_1'), shardOf('cnt_2')])
  const guests = new GuestWork({
    placement: { ownerOf: () => null },
    isOwn: shard => own.has(shard),
    refresh: async () => {},
    ask: async () => '',
    desk: async () => '',
    subscribe(address, listener) {
      listeners.set(address, listener)
      return () => listeners.delete(address)
    },
    log: silentLog,
  })
  const { link, frames } = linkOf()
  const peer = new Peer(memberOf(2), new SimulatedClock())
  peer.link = link
  for (const address of ['cnt_1', 'cnt_2', 'cnt_3']) guests.watch(peer, address)
  t.strictSame([...listeners.keys()], ['cnt_1', 'cnt_2'])
  guests.released(new Set([shardOf('cnt_1')]))
  t.strictSame([...listeners.keys()], ['cnt_2'])
  await turns()
  t.strictSame(
    frames().map(({ head }) => head),
    [
      { type: 'missed', address: 'cnt_1' },
      { type: 'missed', address: 'cnt_2' },
      { type: 'unwatched', address: 'cnt_3' },
      { type: 'unwatched', address: 'cnt_1' },
    ],
  )
  guests.left(peer)
  t.equal(listeners.size, 0)
})

test('a link with too much waiting refuses asks, and ends before it holds more', async t => {
  const { link, wire, clock } = linkOf()
  const peer = new Peer(memberOf(2), clock)
  peer.link = link
  const asked = {
    address: 'cnt_1',
    payload: '{}',
    until: 'decided',
    fresh: false,
    epoch: 1,
    leftMs: 1_000,
  } as const
  const first = peer.ask(asked)
  wire.waitingBytes = bounds.linkFullBytes
  await t.rejects(peer.ask(asked), { code: 'overloaded', facts: { retryAfterMs: 1_000 } })
  link.send({ type: 'told' }, '{}')
  t.equal(wire.isClosed, false)
  wire.waitingBytes = bounds.linkMostBytes
  link.send({ type: 'told' }, '{}')
  t.equal(wire.isClosed, true)
  link.ended()
  peer.link = null
  await t.rejects(first, { name: 'Moved' }, 'what waited is asked again elsewhere')
})

test('what is gathered in a tick leaves in texts of a bounded size', async t => {
  const { link, sent } = linkOf()
  for (let n = 0; n < 40; n++) link.send({ type: 'told' }, 'x'.repeat(100_000))
  await turns()
  t.ok(sent.length > 3)
  t.ok(sent.every(text => text.length < 1_200_000))
})

test('a link that says nothing is late soon, and ends after a while', async t => {
  const { link, wire, clock } = linkOf()
  clock.advance(bounds.linkLateMs)
  t.equal(link.isLate, false)
  clock.advance(1)
  t.equal(link.isLate, true)
  link.receive(pack<NodeFrame>([{ head: { type: 'beat' }, payload: '' }]))
  t.equal(link.isLate, false)
  clock.advance(bounds.linkSilenceMs - bounds.linkBeatMs)
  t.equal(wire.isClosed, false)
  clock.advance(3 * bounds.linkBeatMs)
  t.equal(wire.isClosed, true)
  t.throws(() => link.receive('no frame'), { name: 'LinkRefused' })
})

test('a standing is the same for all who share it, and passed until it is renewed', async t => {
  const main = new NodeStanding()
  const host = new NodeStanding(main.shared)
  t.equal(host.isAlive, false)
  t.equal(host.owns('cnt_1'), false)
  main.renew(performance.now() + 60_000)
  t.equal(host.isAlive, true)
  main.incarnation = 7
  main.mark([shardOf('cnt_1')], true)
  t.equal(host.incarnation, 7)
  t.equal(host.owns('cnt_1'), true)
  main.renew(performance.now() - 1)
  t.equal(host.isAlive, false)
  main.renew(performance.now() + 60_000)
  main.renew(-Infinity)
  t.equal(host.isAlive, false)
})
