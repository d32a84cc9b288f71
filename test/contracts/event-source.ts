// The contract of sources of events (runtime/event-source.ts), wherever their events come from.
import { test } from 'tap'
import type { EventFeed, EventSource, SourceEvent } from '../../runtime/event-source.ts'

type Teardown = { teardown(end: () => unknown): unknown }

/** A source, and the world that makes its events. */
export interface SourceLife {
  readonly source: EventSource
  /** Events that were there from the beginning. */
  readonly begun: number
  /** Makes so many more. */
  add(count: number): unknown
  /** Makes the last one. */
  end(): unknown
  /** Lets arrive what was made. */
  settle(): Promise<void>
  /** How often the journal was read, where there is one. */
  readonly reads?: number
}

export interface SourceOptions {
  readonly open: (t: Teardown) => Promise<SourceLife> | SourceLife
  /**
   * Events that it holds at most for a reader that takes nothing; null: what it does not hold it reads again.
   */
  readonly holds: number | null
}

/** More than any source holds. */
const flood = 3_000

export function eventSourceContract(name: string, { open, holds }: SourceOptions): void {
  test(`${name}: every event comes once, in order, no more at a time than was asked for`, async t => {
    const life = await open(t)
    await life.add(7)
    const reader = new Reader(life.source)
    for (let more = await reader.pull(3); more.length > 0; more = await reader.pull(3)) t.ok(more.length <= 3)
    t.strictSame(reader.gaps, [])
    t.equal(reader.taken.length, life.begun + 7)
    t.strictSame(await reader.pull(3), [])
  })

  test(`${name}: a reader goes on after any event of its last pull`, async t => {
    for (const cursor of [0, 1, 2, 3]) {
      const life = await open(t)
      await life.add(9)
      const first = new Reader(life.source)
      await first.pull(2)
      const latest = await first.pull(4)
      const { id } = latest[cursor % latest.length]!
      first.close()
      const next = new Reader(life.source, id)
      await next.drain()
      t.equal(next.taken[0]!.id, id + 1)
      t.strictSame(next.gaps, [])
      t.equal(next.taken.length, life.begun + 9 - first.taken.findIndex(event => event.id === id) - 1)
    }
  })

  test(`${name}: what has happened comes first, then what happens, without gap or repeat`, async t => {
    const life = await open(t)
    await life.add(5)
    const reader = new Reader(life.source)
    await reader.pull(2)
    await life.add(4)
    const pulling = reader.pull(2)
    await life.add(2)
    await pulling
    await life.settle()
    await reader.drain()
    t.equal(reader.taken.length, life.begun + 11)
    for (const count of [1, 3, 2]) {
      const { wakes } = reader
      await life.add(count)
      await life.settle()
      t.ok(reader.wakes > wakes, 'it is woken')
      await reader.drain()
    }
    t.equal(reader.taken.length, life.begun + 17)
    t.strictSame(reader.gaps, [])
  })

  test(`${name}: nothing follows the last event, and no other one is the last`, async t => {
    const life = await open(t)
    await life.add(2)
    const reader = new Reader(life.source)
    await reader.drain()
    await life.end()
    await life.settle()
    await reader.drain()
    const { taken } = reader
    t.strictSame(
      taken.map(({ isLast }) => isLast === true),
      taken.map((_, index) => index === taken.length - 1),
    )
    t.equal(taken.length, life.begun + 3)
    t.strictSame(await reader.pull(3), [])
  })

  test(`${name}: for a reader that takes nothing little is held, and it has the end all the same`, async t => {
    const life = await open(t)
    const reader = new Reader(life.source)
    await reader.drain()
    await life.settle()
    await reader.drain()
    const before = { taken: reader.taken.length, reads: life.reads ?? 0 }
    await life.add(flood)
    await life.end()
    await life.settle()
    await reader.drain()
    const later = reader.taken.length - before.taken
    t.equal(reader.taken.at(-1)!.isLast, true)
    t.strictSame(reader.gaps, [])
    if (holds !== null) t.ok(later <= holds + 1, `${later} were held`)
    else {
      t.equal(later, flood + 1)
      t.ok(life.reads! > before.reads, 'they came from the journal')
    }
  })

  test(`${name}: a reader that has closed is woken no more`, async t => {
    const life = await open(t)
    const reader = new Reader(life.source)
    await reader.drain()
    await life.settle()
    reader.close()
    const { wakes } = reader
    await life.add(1)
    await life.settle()
    t.equal(reader.wakes, wakes)
  })

  if (holds === null) journalLaws(name, open)
}

/** Of sources that can read again everything that there was. */
function journalLaws(name: string, open: SourceOptions['open']): void {
  test(`${name}: any event is a place to go on from, for any number of readers`, async t => {
    const life = await open(t)
    await life.add(12)
    await life.end()
    const all = await new Reader(life.source).drain()
    const readers = all.map(({ id }) => new Reader(life.source, id))
    await Promise.all(readers.map(reader => reader.drain()))
    for (const [index, { taken }] of readers.entries()) t.strictSame(taken, all.slice(index + 1))
  })

  test(`${name}: what happens while a reader pauses is read when it goes on, and not held`, async t => {
    const life = await open(t)
    await life.add(3)
    const reader = new Reader(life.source)
    await reader.drain()
    await life.settle()
    await reader.drain()
    reader.feed.pause?.()
    const before = life.reads!
    await life.add(5)
    await life.settle()
    t.equal(life.reads, before)
    await reader.drain()
    t.ok(life.reads! > before)
    t.equal(reader.taken.length, life.begun + 8)
    t.strictSame(reader.gaps, [])
  })
}

class Reader {
  readonly feed: EventFeed
  readonly taken: SourceEvent[] = []
  wakes = 0

  constructor(source: EventSource, after = 0) {
    this.feed = source.open(after, () => this.wakes++)
  }

  async pull(max: number): Promise<readonly SourceEvent[]> {
    const events = await this.feed.pull(max)
    this.taken.push(...events)
    return events
  }

  /** Everything that there is now. */
  async drain(): Promise<readonly SourceEvent[]> {
    while ((await this.pull(32)).length > 0);
    return this.taken
  }

  /** Where an event does not follow the one before. */
  get gaps(): string[] {
    const ids = this.taken.map(({ id }) => id)
    return ids.slice(1).flatMap((id, index) => (id === ids[index]! + 1 ? [] : [`${ids[index]} to ${id}`]))
  }

  close(): void {
    this.feed.close()
  }
}
