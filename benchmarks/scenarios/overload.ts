// Starts arrive at three times the rate that the product can complete, and go on arriving: how many
// executions does it still complete, does it refuse the others properly, is anything lost that it accepted,
// and when is all as before? The starts do not wait for their executions, so that nothing but the product
// itself bounds what it takes on.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Account } from '../account.ts'
import { createLocalSteps, executeRequest } from '../executions.ts'
import type { LoadResult } from '../load.ts'
import { measure } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'
import type { Scenario, Span } from '../scenario.ts'

const times = 3
/** A longer overload is compared with a peak of this time. */
const peakSeconds = 20
/** An answer may take this long before the generator itself holds starts back. */
const connections = 2_000
const settledMs = 120_000
/** Executions in a row that take no longer than before. */
const normalInARow = 5
/** Slower than before by this is still normal: the machine is shared. */
const slackMs = 50

export const overload: Scenario = {
  name: 'overload',
  goals: ['R6'],
  question: `Starts at ${times} times the peak: what is still completed, what is refused, when is all normal again?`,
  async round(span) {
    const product = await startProduct()
    const peakPerSecond = await peakOf(product, { ...span, seconds: Math.min(span.seconds, peakSeconds) })
    const account = await product.signUp()
    const workflowId = await createLocalSteps(account)
    const run = () => timed(product.port, account, workflowId)
    for (let n = 0; n < normalInARow; n++) await run()
    const usualMs = await run()

    const window = { from: 0, until: 0 }
    const load = await measure(
      {
        ...{ port: product.port, connections, rate: times * peakPerSecond, mayRefuse: true, ...span },
        ...{ request: executeRequest(account, workflowId), expect: '"id":"exec_' },
      },
      {
        onMeasuring: () => {
          window.from = Date.now()
        },
        onMeasured: () => {
          window.until = Date.now()
        },
      },
    )
    const normalAgainS = await normalAgain(run, window.until, usualMs + slackMs)
    const { completed, completedInWindow } = await settled(product.databaseUrl, window)
    await product.stop()
    const perSecond = (completedInWindow * 1_000) / (window.until - window.from)
    // The others are the executions by which it was seen whether all is normal.
    const lost = Math.max(0, load.accepted - completed)
    const figures = { peakPerSecond, perSecond, shareOfPeak: perSecond / peakPerSecond, normalAgainS, lost }
    const goals = [
      { figure: 'shareOfPeak', atLeast: 0.9 },
      { figure: 'normalAgainS', atMost: 10 },
      { figure: 'lost', atMost: 0 },
    ]
    return [{ label: `${times} times the peak`, figures: { ...figures, ...ratesOf(load, span) }, goals }]
  },
}

function ratesOf({ answers, refused, p50Ms, p99Ms }: LoadResult, { seconds }: Span) {
  return { acceptedPerSecond: answers / seconds, refusedPerSecond: refused / seconds, p50Ms, p99Ms }
}

/** Executions completed a second when nobody asks for more. */
async function peakOf(product: Product, span: Span): Promise<number> {
  const account = await product.signUp()
  const request = executeRequest(account, await createLocalSteps(account), 'wait=30')
  const expect = '"status":"completed"'
  const load = { port: product.port, connections: 256, request, expect, rate: 0, ...span }
  return (await measure(load)).perSecond
}

/** Milliseconds from a start to the end of its execution; endless when it was refused. */
async function timed(port: number, { apiKey }: Account, workflowId: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/workflows/${workflowId}/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify({ inputs: { n: 1 } }),
  })
  const isCompleted = (await response.text()).includes('"status":"completed"')
  return isCompleted ? performance.now() - startedAt : Number.POSITIVE_INFINITY
}

/**
 * Seconds until executions take no longer than `normalMs`, several in a row.
 * @throws {Error} it never does
 */
async function normalAgain(run: () => Promise<number>, since: number, normalMs: number): Promise<number> {
  let beganAt = Date.now()
  for (let inARow = 0; inARow < normalInARow; ) {
    if (Date.now() - since > settledMs) throw new Error(`not normal again after ${settledMs} ms`)
    if (inARow === 0) beganAt = Date.now()
    inARow = (await run()) <= normalMs ? inARow + 1 : 0
    if (inARow === 0) await pause(100)
  }
  return (beganAt - since) / 1_000
}

interface Window {
  /** Unix ms. */
  readonly from: number
  readonly until: number
}

/**
 * Of the last organization, when none of its executions is under way any more.
 * @throws {Error} some never end
 */
async function settled(databaseUrl: string, { from, until }: Window) {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  const deadline = Date.now() + settledMs
  try {
    while (Date.now() < deadline) {
      const { rows } = await database.query(counts, [from, until])
      const { open, completed, window } = rows[0]
      if (Number(open) === 0) return { completed: Number(completed), completedInWindow: Number(window) }
      await pause(500)
    }
  } finally {
    await database.end()
  }
  throw new Error(`executions are still under way ${settledMs} ms after the overload`)
}

const counts = `select count(*) filter (where finished_at is null) as open,
    count(*) filter (where status = 'completed') as completed,
    count(*) filter (where status = 'completed' and finished_at between $1 and $2) as window
  from executions where organization_id = (select id from organizations order by id desc limit 1)`
