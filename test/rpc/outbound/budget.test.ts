import { test } from 'tap'
import { AnswerBudget, freeBytes, turnMs } from '../../../rpc/outbound/budget.ts'

const chunkBytes = 64 * 1024
const mebibyte = 1024 * 1024

/** An answer that comes in chunks for as long as it may. */
class Answer {
  heldBytes = 0
  isPaused = false
  /** What the budget said when it let it go on. */
  forMs: number | null | undefined
  readonly #budget: AnswerBudget

  constructor(budget: AnswerBudget) {
    this.#budget = budget
  }

  hold(bytes: number): void {
    const before = this.heldBytes
    this.heldBytes = bytes
    if (!this.#budget.change(this, before, bytes)) this.isPaused = true
  }

  /** Takes chunks up to so many bytes, unless it has to stop. */
  take(mostBytes: number): void {
    while (!this.isPaused && this.heldBytes < mostBytes) this.hold(this.heldBytes + chunkBytes)
  }

  leave(): void {
    this.#budget.leave(this, this.heldBytes)
    this.heldBytes = 0
  }

  goOn(forMs: number | null): void {
    this.isPaused = false
    this.forMs = forMs
  }
}

function answers(count: number): { budget: AnswerBudget; all: Answer[] } {
  const budget = new AnswerBudget()
  return { budget, all: Array.from({ length: count }, () => new Answer(budget)) }
}

const sum = (all: readonly Answer[]) => all.reduce((bytes, { heldBytes }) => bytes + heldBytes, 0)

test('a hundred answers without end hold a bounded sum, and all come to their end', async t => {
  const { all } = answers(100)
  let most = 0
  let left = all
  while (left.length > 0) {
    for (const answer of left) answer.take(8 * mebibyte)
    most = Math.max(most, sum(all))
    const ended = left.filter(({ heldBytes }) => heldBytes === 8 * mebibyte)
    t.ok(ended.length > 0 || left.some(({ isPaused }) => !isPaused), 'one can always go on')
    for (const answer of ended) answer.leave()
    left = left.filter(answer => !ended.includes(answer))
  }
  t.ok(most <= 20 * mebibyte, `${most} bytes: 100 chunks, the budget and one answer over it`)
})

test('small answers go on while the budget is spent', async t => {
  const { budget, all } = answers(100)
  for (const answer of all) answer.take(8 * mebibyte)
  t.ok(all.filter(({ isPaused }) => isPaused).length >= 98)
  const small = new Answer(budget)
  small.hold(freeBytes)
  t.notOk(small.isPaused)
})

test('answers that fit into the budget together never wait, and have no deadline of their own', async t => {
  const { all } = answers(4)
  for (let round = 0; round < 3; round++) {
    for (const answer of all) answer.take(mebibyte)
    t.strictSame(
      new Set(all.map(({ isPaused, forMs }) => `${isPaused} ${forMs}`)),
      new Set(['false undefined']),
    )
    for (const answer of all) answer.leave()
  }
})

test('who is over the budget has a deadline, and passes it on when it holds little again', async t => {
  const { all } = answers(3)
  const [first, second, third] = all as [Answer, Answer, Answer]
  first.take(8 * mebibyte)
  t.equal(first.forMs, turnMs)
  second.take(8 * mebibyte)
  t.equal(second.isPaused, true)
  first.hold(0)
  t.strictSame([second.isPaused, second.forMs], [false, turnMs])
  third.take(8 * mebibyte)
  t.equal(third.isPaused, true)
  second.leave()
  t.equal(third.isPaused, false)
})
