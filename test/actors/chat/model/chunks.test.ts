// The text of a language model on its way into the journal.
import { test } from 'tap'
import { Chunks } from '../../../../actors/chat/model/chunks.ts'
import { Failure } from '../../../../domain/failure.ts'
import type { Outside } from '../../../../runtime/actor.ts'

/** A session whose commits take as long as the test says. */
function session({ commitMs = 0 }: { readonly commitMs?: number } = {}) {
  let now = 0
  const told: string[] = []
  const pauses: number[] = []
  const commits: { resolve: () => void; reject: (error: Error) => void }[] = []
  const leaving = new AbortController()
  const outside: Outside = {
    signal: leaving.signal,
    ask: (_, message) => {
      const { type, text = '' } = message as { readonly type: string; readonly text?: string }
      told.push(type === 'chunk' ? text : type)
      return new Promise((resolve, reject) => {
        const commit = () => {
          now += commitMs
          resolve('{}')
        }
        commits.push({ resolve: commit, reject })
      })
    },
    async pause(ms) {
      if (ms > 0) pauses.push(ms)
    },
  }
  const clock = { elapsed: () => now, soon: (go: () => void) => void setImmediate(go) }
  const open = (isRestarting = false, opening = '') =>
    new Chunks({ address: 'chat_1', answerId: 'msg_1', opening }, { outside, clock, isRestarting })
  /** Lets everything go on that can. */
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve))
  }
  return { open, told, pauses, commits, leaving, settle }
}

test('words that come at once leave together, and so do those that come while a piece is written', async t => {
  const { open, told, commits, settle } = session()
  const chunks = open()
  chunks.take('one ')
  chunks.take('two ')
  await settle()
  chunks.take('three ')
  chunks.take('four ')
  await settle()
  t.strictSame(told, ['one two '])
  commits[0]!.resolve()
  await settle()
  t.strictSame(told, ['one two ', 'three four '])
  commits[1]!.resolve()
  await chunks.flush()
})

test('who flushes waits until everything is durable, and for nobody when nothing was said', async t => {
  const { open, commits, settle } = session()
  const chunks = open()
  await chunks.flush()
  chunks.take('one')
  let isDurable = false
  const flushed = chunks.flush().then(() => {
    isDurable = true
  })
  await settle()
  t.equal(isDurable, false)
  commits[0]!.resolve()
  await flushed
})

test('the pause after a piece is as long as its commit took, within bounds', async t => {
  for (const [commitMs, pauseMs] of [
    [1, 60],
    [60, 60],
    [61, 61],
    [400, 400],
    [5_000, 1_000],
  ] as const) {
    const { open, pauses, commits, settle } = session({ commitMs })
    const chunks = open()
    chunks.take('one')
    await settle()
    commits[0]!.resolve()
    await chunks.flush()
    t.strictSame(pauses, [pauseMs], `${commitMs} ms`)
  }
})

test('a text that begins anew drops what was said and what still waits', async t => {
  const { open, told, commits, settle } = session()
  const chunks = open(false, 'and ')
  chunks.take('one ')
  await settle()
  chunks.take('two ')
  chunks.take('')
  chunks.take('again ')
  commits[0]!.resolve()
  await settle()
  commits[1]!.resolve()
  await settle()
  commits[2]!.resolve()
  await chunks.flush()
  t.strictSame(told, ['and one ', 'restart', 'and again '])
})

test('a session that is gone, and an answer that is over, take nothing and hold up nobody', async t => {
  const gone = session()
  const unheard = gone.open()
  unheard.take('one')
  await gone.settle()
  gone.commits[0]!.reject(new Failure('not-found', 'gone'))
  await unheard.flush()

  const over = session()
  over.leaving.abort()
  const late = over.open()
  late.take('one')
  await late.flush()
  t.strictSame(over.told, [])
})
