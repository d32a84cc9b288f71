// How quick the dashboard answers its person, as the design demands it: changes of the page, keys in a long
// prompt, a run of ten thousand steps, and a run that tells a thousand things a second. Times of the main
// thread are those of its processor, so that a busy machine does not count; the others are of the clock.
import type { CDPSession, Page } from 'playwright-core'
import type { Client } from '../../support/people/client.ts'
import { createWorkflow } from '../../support/workflows.ts'
import type { Visitor } from '../dashboard.ts'
import { largestPaint, onPage, settled } from './paint.ts'

export interface Timing {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly most: number
}

const items = 10_000
const waitMs = 120_000

/** @param onError told of each that could not be taken */
export async function timings(visitor: Visitor, onError: (error: unknown) => void): Promise<Timing[]> {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  // Whoever leaves a prompt that is not saved is asked by the browser.
  page.on('dialog', dialog => dialog.accept().catch(onError))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken: Timing[] = []
  for (const take of [paints, changes, keys, largeRun, liveRun]) {
    try {
      taken.push(...(await take(visitor, session)))
    } catch (error) {
      onError(error)
    }
  }
  return taken
}

/** The middle of five loads of the home page. */
async function paints({ page }: Visitor): Promise<Timing[]> {
  const all: number[] = []
  for (let left = 5; left > 0; left--) all.push(await largestPaint(page, '/'))
  const value = all.toSorted((one, other) => one - other)[2]!
  return [{ what: 'largest paint of the home page, slowed four times', value, unit: 'ms', most: 1_000 }]
}

/** Milliseconds that the main thread has worked so far. */
async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/** From a click on a link to the frame after the first one that shows what it leads to. */
async function clicked(page: Page, link: string, isShown: string): Promise<number> {
  await settled(page)
  const tookMs = await onPage(
    page,
    `new Promise(done => {
    const title = () => document.querySelector('main h1')?.textContent
    const [from, before] = [performance.now(), title()]
    const look = () => ${isShown}
      ? requestAnimationFrame(() => done(performance.now() - from))
      : requestAnimationFrame(look)
    document.querySelector(${JSON.stringify(link)}).click()
    requestAnimationFrame(look)
  })`,
  )
  return Number(tookMs)
}

async function changes({ page }: Visitor): Promise<Timing[]> {
  const paths = ['/workflows', '/runs', '/approvals', '/marketplace', '/settings', '/']
  const times: number[] = []
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The first round loads the scripts of each page, as pointing at its link does.
  for (const round of ['load', 'measure']) {
    for (const path of paths) {
      const link = `nav[aria-label="Pages"] a[href="${path}"]`
      const tookMs = await clicked(page, link, 'title() !== undefined && title() !== before')
      if (round === 'measure') times.push(tookMs)
    }
  }
  return [{ what: 'change of the page, longest', value: Math.max(...times), unit: 'ms', most: 100 }]
}

/** A prompt of ten thousand characters, and a hundred keys in its middle. */
async function keys({ page }: Visitor, session: CDPSession): Promise<Timing[]> {
  const line = 'Parse {{inputs.orders}} as CSV and call it orders, then return their number.\n'
  const count = 100
  await page.goto('/workflows/new')
  const editor = page.getByRole('textbox', { name: 'What should happen' })
  await editor.click()
  await page.keyboard.insertText(line.repeat(Math.ceil(10_000 / line.length)).slice(0, 9_800))
  await page.getByText(/to clear up|Ready to run/).waitFor({ timeout: waitMs })
  await editor.press('PageUp')
  const before = await workedMs(session)
  for (let left = count; left > 0; left--) await page.keyboard.press(left % 10 === 0 ? 'Space' : 'e')
  const value = ((await workedMs(session)) - before) / count
  await page.goto('/runs')
  return [{ what: 'a key in a prompt of 10,000 characters, main thread', value, unit: 'ms', most: 16 }]
}

const looped = (first: readonly object[]) => ({
  steps: [
    ...first,
    {
      ...{ id: 'loop', kind: 'foreach', title: 'Each of them', over: 'inputs.list', as: 'item' },
      steps: [{ id: 'note', kind: 'set', title: 'Note it', value: '{{item}}' }],
    },
  ],
})
const list = Array.from({ length: items }, (_, item) => item)

async function largeRun({ page, client }: Visitor, session: CDPSession): Promise<Timing[]> {
  const workflow = await createWorkflow(client, looped([]))
  const id = await started(client, workflow)
  await ended(client, id)
  await page.goto('/runs')
  const link = `a[href="/runs/${id}"]`
  await page.locator(link).waitFor()
  const value = await clicked(page, link, 'document.querySelector("[role=treegrid] [role=row]") !== null')
  const row = page.getByRole('row').filter({ hasText: 'Each of them' })
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('row').filter({ hasText: 'Note it' }).first().waitFor()
  const before = await workedMs(session)
  const frames = 240
  // Twelve rows a frame, and back from each end.
  await page.evaluate(`new Promise(done => {
    let left = ${frames}, by = 400
    const next = () => {
      const last = document.documentElement.scrollHeight - innerHeight
      if (scrollY + by > last || scrollY + by < 0) by = -by
      scrollBy(0, by)
      if (--left === 0) done()
      else requestAnimationFrame(next)
    }
    next()
  })`)
  const perFrame = ((await workedMs(session)) - before) / frames
  return [
    { what: `a run of ${items} items opens`, value, unit: 'ms', most: 500 },
    { what: 'a frame while it scrolls, main thread', value: perFrame, unit: 'ms', most: 16.7 },
  ]
}

/** The page follows a run that begins once somebody has approved it. */
async function liveRun({ page, client }: Visitor, session: CDPSession): Promise<Timing[]> {
  const gate = { id: 'ask', kind: 'approval', title: 'Ask for it', message: 'Begin?' }
  const id = await started(client, await createWorkflow(client, looped([gate])))
  await page.goto(`/runs/${id}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  const [before, from] = [await workedMs(session), performance.now()]
  await approve.click()
  // The stream of the organization tells the end before the log of the run has told all of its steps.
  const loop = page.getByRole('row').filter({ hasText: 'Each of them' })
  await loop.getByLabel('Completed', { exact: true }).waitFor({ timeout: waitMs })
  await loop.getByText('open', { exact: false }).waitFor({ state: 'detached', timeout: waitMs })
  const tookMs = performance.now() - from
  const share = (100 * ((await workedMs(session)) - before)) / tookMs
  // Each item begins and ends.
  const told = `live: ${Math.round((2 * items) / (tookMs / 1_000))} steps begin or end a second, main thread`
  return [{ what: told, value: share, unit: '%', most: 50 }]
}

async function started(client: Client, workflow: string): Promise<string> {
  return (await client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: { list } })).body.id
}

async function ended(client: Client, id: string): Promise<void> {
  const deadline = performance.now() + waitMs
  while ((await client.get(`/api/v1/executions/${id}`)).body.finishedAt === null) {
    if (performance.now() > deadline) throw new Error(`${id} has not ended after ${waitMs} ms`)
  }
}
