// The contract of MemoryPort (domain/memory/memory.ts): an item is taken once, a call that comes again has
// the same answer, a memory is full at its bounds. Run on the store in PostgreSQL and on that of the
// simulation.
import { test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { type MemoryChange, type MemoryPort, memoryBounds } from '../../domain/memory/memory.ts'
import type { ExecutionStatus } from '../../domain/work/execution.ts'
import type { SimulatedClock } from '../../runtime/clock.ts'

/** The own memory of a workflow. */
export interface Place {
  readonly organizationId: string
  readonly workflowId: string
  readonly name: string | null
}

export interface TestedMemories {
  readonly memories: MemoryPort
  readonly clock: SimulatedClock
  /** Of a new workflow. */
  readonly newPlace: () => Promise<Place>
  /** An execution as its row shows it, or another status of one. @returns its id */
  readonly execution: (
    place: Place,
    row: { readonly id?: string; readonly status?: ExecutionStatus; readonly forkedFrom?: string },
  ) => Promise<string>
}

/** A call of an execution's step; each has another key. */
export function callOf({ workflowId }: Place, run = newId('execution'), step = 'new') {
  return { key: `${run}/${step}`, execution: { id: run, workflowId, run, step } }
}

export const set = (key: string, value: string, expiresAt: number | null = null): MemoryChange => ({
  ...{ type: 'set', key, value, expiresAt },
})

const take = (keys: readonly string[], holds = false): MemoryChange => ({ type: 'take', keys, holds })

/** What is answered, or why not. */
export function asking(memories: MemoryPort) {
  return {
    async answerTo(place: Place, change: MemoryChange, call = callOf(place)) {
      const answer = await memories.change(place, call, change)
      return answer.ok ? answer.answer : answer.refusal
    },
    async recalled(place: Place, key: string) {
      const answer = await memories.read(place, key)
      return answer.ok ? answer.answer : answer.refusal
    },
  }
}

export function memoryContract(open: () => TestedMemories): void {
  const { memories, clock, newPlace, execution } = open()
  const { answerTo, recalled } = asking(memories)

  test('of 100 calls at once that want the same items, one gets each', async t => {
    const place = await newPlace()
    const keys = Array.from({ length: 40 }, (_, index) => `item:id=${index}`)
    const answers = await Promise.all(Array.from({ length: 100 }, () => answerTo(place, take(keys))))
    const taken = answers.flat() as number[]
    t.strictSame(
      taken.toSorted((a, b) => a - b),
      keys.map((_, index) => index + 1),
    )
    t.strictSame(await answerTo(place, take([...keys, 'item:id=40'])), [41])
  })

  test('of calls at once that count, each gets another number', async t => {
    const place = await newPlace()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => answerTo(place, { type: 'add', key: 'n', by: 1 })),
    )
    t.strictSame(
      (answers as number[]).toSorted((a, b) => a - b),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  test('a call that is made again has the same answer and changes nothing more', async t => {
    const place = await newPlace()
    const again = async (change: MemoryChange, call: ReturnType<typeof callOf>, answer: unknown) => {
      const answers = await Promise.all([1, 2, 3].map(() => answerTo(place, change, call)))
      t.strictSame(answers, [answer, answer, answer], change.type)
    }
    await again(take(['item:=1', 'item:=2']), callOf(place), [1, 2])
    await again({ type: 'add', key: 'n', by: 2 }, callOf(place), 2)
    await again({ type: 'compare', key: 'c', value: '1' }, callOf(place), { changed: true, before: null })
    await again({ type: 'compare', key: 'c', value: '2' }, callOf(place), { changed: true, before: 1 })
    const first = callOf(place)
    await again(set('k', '"old"'), first, true)
    await answerTo(place, set('k', '"newer"'))
    await again(set('k', '"old"'), first, true)
    t.equal(await recalled(place, 'k'), 'newer', 'what came after it stays')
    await again({ type: 'delete', key: 'k' }, callOf(place), true)
    await again({ type: 'delete', key: 'k' }, callOf(place), false)
  })

  test('a value is another than before, or the same', async t => {
    const place = await newPlace()
    const compare = (value: string) => answerTo(place, { type: 'compare', key: 'price', value })
    t.strictSame(await compare('null'), { changed: true, before: null }, 'the first one, even null')
    t.strictSame(await compare('null'), { changed: false, before: null })
    t.strictSame(await compare('{"a":1}'), { changed: true, before: null })
    t.strictSame(await compare('{"a":1}'), { changed: false, before: { a: 1 } })
  })

  test('what is no number cannot be counted, and a number stays one that JavaScript holds', async t => {
    const place = await newPlace()
    await answerTo(place, set('k', '"seven"'))
    t.equal(await answerTo(place, { type: 'add', key: 'k', by: 1 }), 'no-number')
    await answerTo(place, set('most', String(Number.MAX_SAFE_INTEGER)))
    t.equal(await answerTo(place, { type: 'add', key: 'most', by: 1 }), 'no-number')
    t.equal(await answerTo(place, { type: 'add', key: 'most', by: -1 }), Number.MAX_SAFE_INTEGER - 1)
  })

  test('a value is there until its time, and then makes room', async t => {
    const place = await newPlace()
    await answerTo(place, set('k', '1', clock.now() + 1_000))
    t.equal(await recalled(place, 'k'), 1)
    clock.advance(1_000)
    t.equal(await recalled(place, 'k'), null)
    t.strictSame(await memories.missing(place, ['k']), { ok: true, answer: [1] })
    t.strictSame(await answerTo(place, { type: 'compare', key: 'k', value: '1' }), {
      changed: true,
      before: null,
    })
  })

  test('a memory takes values up to its bound, and what would pass it changes nothing', async t => {
    const place = await newPlace()
    const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    const whole = memoryBounds.bytes / 16
    for (let n = 0; n < 16; n++) t.equal(await answerTo(place, set(`k${n}`, text(whole))), true)
    t.equal(await answerTo(place, set('k0', text(whole + 1))), 'full')
    t.equal(await answerTo(place, set('one more', '1')), 'full')
    t.strictSame(await memories.missing(place, ['one more']), { ok: true, answer: [1] })
    t.equal(await answerTo(place, set('k0', text(whole - 1))), true)
    t.equal(await answerTo(place, set('one more', '1')), true, 'room that was made is there')
  })

  test('a memory takes keys up to its bound', async t => {
    const place = await newPlace()
    const keys = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `item:=${from + index}`)
    const once = 2_000
    for (let n = 0; n < memoryBounds.keys; n += once) {
      const taken = await answerTo(place, take(keys(n, Math.min(once, memoryBounds.keys - 1 - n))))
      t.ok(Array.isArray(taken))
    }
    t.equal(await answerTo(place, take(['item:new', 'item:newer'])), 'full')
    t.strictSame(await answerTo(place, take(['item:new', 'item:=1'])), [1])
    t.equal(await answerTo(place, set('k', '1')), 'full')
    t.equal(await answerTo(place, { type: 'delete', key: 'item:=1' }), true)
    t.equal(await answerTo(place, set('k', '1')), true)
  })

  test("what a failed run holds is its retry's at the same step, and nobody else's", async t => {
    const place = await newPlace()
    const run = await execution(place, { status: 'running' })
    t.strictSame(await answerTo(place, take(['item:=1', 'item:=2'], true), callOf(place, run)), [1, 2])
    const early = await execution(place, { forkedFrom: run })
    t.strictSame(await answerTo(place, take(['item:=1'], true), callOf(place, early)), [], 'it runs still')
    await execution(place, { id: run, status: 'failed' })
    t.strictSame(await answerTo(place, take(['item:=1', 'item:=2'], true)), [], 'of another run')
    const retry = await execution(place, { forkedFrom: run, status: 'cancelled' })
    t.strictSame(await answerTo(place, take(['item:=1'], true), callOf(place, retry, 'other')), [])
    t.strictSame(await answerTo(place, take(['item:=2', 'item:=3'], true), callOf(place, retry)), [1, 2])
    const third = await execution(place, { forkedFrom: retry })
    const wanted = take(['item:=1', 'item:=2', 'item:=3'], true)
    t.strictSame(await answerTo(place, wanted, callOf(place, third)), [1, 2, 3], 'of all attempts before')
    const rival = await execution(place, { forkedFrom: run })
    t.strictSame(await answerTo(place, wanted, callOf(place, rival)), [], 'a second retry finds them taken')
  })

  test('what a run took that has completed, or for good, no retry gets', async t => {
    const place = await newPlace()
    const run = await execution(place, { status: 'completed' })
    await answerTo(place, take(['item:=1'], true), callOf(place, run))
    const fork = await execution(place, { forkedFrom: run })
    t.strictSame(await answerTo(place, take(['item:=1'], true), callOf(place, fork)), [])
    const failed = await execution(place, { status: 'failed' })
    await answerTo(place, take(['item:=2']), callOf(place, failed))
    const retry = await execution(place, { forkedFrom: failed })
    t.strictSame(await answerTo(place, take(['item:=2']), callOf(place, retry)), [], 'at most once')
  })
}
