// Senders deliver again what they are not sure of, in any order, and the server is killed in the middle: each
// delivery starts one execution. `npm run hooks` is the full run, of 10,000.

import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import tap, { test } from 'tap'
import { allOf } from '../support/pages.ts'
import { restartableProduct } from '../support/product.ts'
import { createWorkflow, returning } from '../support/workflows.ts'

const { values } = parseArgs({ options: { deliveries: { type: 'string', default: '400' } }, strict: false })
const deliveries = Number(values.deliveries)
const copies = 4
const atOnce = 32
const timeout = 1_200_000
// tap gives a file 30 s when it is run alone.
tap.setTimeout(timeout)

/** In an order that is the same in every run. @see "xorshift32", Marsaglia 2003 */
function shuffled<T>(items: readonly T[]): T[] {
  const list = [...items]
  let state = 4_711
  for (let i = list.length - 1; i > 0; i--) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const j = (state >>> 0) % (i + 1)
    ;[list[i], list[j]] = [list[j]!, list[i]!]
  }
  return list
}

test('each delivery starts once, whatever its copies and kills do', { timeout }, async t => {
  const product = await restartableProduct()
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning({ $: 'inputs.n' }))
  const made = await client.post(`/api/v1/workflows/${workflow}/triggers`, {
    ...{ kind: 'hook', inputs: { n: 'body.n' }, deduplication: { expression: 'body.n' } },
  })
  const hook = new URL(made.body.url).pathname
  const distinct = Math.ceil(deliveries / copies)
  const numbers = Array.from({ length: deliveries }, (_, index) => index % distinct)
  const started = new Map<number, Set<string>>()
  const left = shuffled(numbers)
  let restart: Promise<void> | null = null

  /** A sender that got no answer, or was told to come again, delivers again. */
  async function deliver(n: number): Promise<void> {
    for (;;) {
      await restart
      const answer = await product
        .client()
        .post(hook, { n })
        .catch(() => null)
      if (answer?.status === 202) {
        const ids = started.get(n) ?? new Set()
        started.set(n, ids.add(answer.body.executionId))
        return
      }
      if (answer !== null && answer.status !== 503) throw new Error(JSON.stringify(answer.body))
      // It is down, or starts.
      await pause(20)
    }
  }

  async function sender(): Promise<void> {
    for (let n = left.pop(); n !== undefined; n = left.pop()) {
      if (left.length === deliveries >> 1) {
        restart = product.kill().then(() => product.start())
      }
      await deliver(n)
    }
  }

  await Promise.all(Array.from({ length: atOnce }, sender))
  t.equal(started.size, distinct)
  const ambiguous = [...started].filter(([, ids]) => ids.size !== 1)
  t.strictSame(ambiguous, [], 'all copies of a delivery name one execution')
  const executions = await allOf(client, `/api/v1/executions?workflowId=${workflow}`)
  t.equal(executions.length, distinct, 'and no other was started')
})
