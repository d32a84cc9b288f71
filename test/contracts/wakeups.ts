// The contract of FindToWake (runtime/system/waking.ts): which actors it finds, in which pages, for every
// kind of actor and also for kinds to come. Run on the journal in memory and on the one in PostgreSQL.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { newId, prefixes } from '../../domain/ids.ts'
import type { Projection } from '../../domain/work/projection.ts'
import type { Commit, Journal, Wake } from '../../runtime/journal.ts'
import { type FindToWake, isToBeWoken, type ToWake } from '../../runtime/system/waking.ts'
import { entryOf, startOf } from './journal.ts'

export interface WakingJournal {
  readonly journal: Journal<Projection>
  readonly toWake: FindToWake
}

const now = Date.UTC(2026, 10, 22)
const nobody: Wake = { isOwing: false, at: null }

/** Of actors that there are, and of one to come. */
const kinds = ['execution', 'schedule', 'bulk', 'toolServer', 'webhook', null] as const

function addressOf(kind: (typeof kinds)[number]): string {
  return kind === null ? newId('event').replace(prefixes.event, 'future') : newId(kind)
}

const wakes = fc.record({
  isOwing: fc.boolean(),
  at: fc.option(fc.integer({ min: -2, max: 2 }).map(hours => now + hours * 3_600_000)),
})
/** What the commits of one actor say, one after the other; undefined: nothing. */
const lives = fc.record({
  kind: fc.constantFrom(...kinds),
  said: fc.array(fc.option(wakes, { nil: undefined }), { minLength: 1, maxLength: 4 }),
})

function commitsOf(address: string, said: readonly (Wake | undefined)[]): Commit<Projection>[] {
  return said.map((wake, index) => ({ ...entryOf(address, index + 1), ...(wake && { wake }) }))
}

/** @param open a journal that refuses starts past their limit, and that nobody else writes meanwhile */
export function wakingContract(open: () => WakingJournal): void {
  const { journal, toWake } = open()

  /** Of all pages, as they come. */
  async function found(which: ToWake, limit: number): Promise<string[]> {
    const all: string[] = []
    for (;;) {
      const page = await toWake(which, all.at(-1) ?? '', limit)
      all.push(...page)
      if (page.length < limit) return all
    }
  }

  test('every actor that owes something or is due is found exactly once, whatever its kind, in pages of any size', async () => {
    const property = fc.asyncProperty(
      fc.array(lives, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (planned, limit, isStart) => {
        const actors = planned.map(({ kind, said }) => ({ address: addressOf(kind), said }))
        for (const { address, said } of actors)
          for (const commit of commitsOf(address, said)) await journal.commit([commit])
        const which = { before: now, isStart }
        const expected = actors
          .filter(({ said }) => isToBeWoken(said.findLast(wake => wake !== undefined) ?? nobody, which))
          .map(({ address }) => address)
          .sort()
        assert.deepEqual(await found(which, limit), expected)
        await journal.commit(
          actors.map(({ address, said }) => ({ ...entryOf(address, said.length + 1), wake: nobody })),
        )
        assert.deepEqual(await found(which, limit), [])
      },
    )
    await fc.assert(property, { numRuns: 80 })
  })

  test('a start that is refused is not woken', async t => {
    const refused = { ...startOf(newId('organization'), 0), wake: { isOwing: true, at: now } }
    t.equal((await journal.commit([refused])).size, 1)
    t.strictSame(await found({ before: now + 1, isStart: true }, 10), [])
  })

  test('a commit that is not taken changes nobody who is woken', async t => {
    const address = newId('schedule')
    await journal.commit([{ ...entryOf(address, 1), wake: { isOwing: true, at: null } }])
    await t.rejects(journal.commit([{ ...entryOf(address, 1), wake: nobody }]))
    t.strictSame(await found({ before: now, isStart: true }, 10), [address])
    await journal.commit([{ ...entryOf(address, 2), wake: nobody }])
  })
}
