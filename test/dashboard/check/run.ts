// npm run dashboard:check: the size of every page's scripts, how long it takes to show, what axe finds on
// it, in both themes, on a service of its own. `-- --pictures <folder>` also takes a picture of each page,
// wide and narrow, light and dark. Never part of the tests: timings depend on the machine.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { axeFindings, isTooWide, phone, startDashboard, wide } from '../dashboard.ts'
import { furnish, type ShownPage } from './pages.ts'

const { values } = parseArgs({
  options: { pictures: { type: 'string' }, only: { type: 'string' } },
  strict: false,
})
const folder = typeof values.pictures === 'string' ? values.pictures : null
const only = typeof values.only === 'string' ? values.only.split(',') : null
const slowdown = 4

test('every page, measured', { timeout: 900_000 }, async t => {
  const kit = await startDashboard()
  const visitor = await kit.visit(t)
  const pages = (await furnish(visitor.client)).filter(({ name }) => only === null || only.includes(name))
  const stranger = await kit.open(t, { path: '/sign-in' })
  const pageOf = ({ isDoor }: ShownPage) => (isDoor ? stranger.page : visitor.page)
  for (const shown of pages) {
    const page = pageOf(shown)
    const { kilobytes, lcpMs } = await load(page, shown.path)
    const findings: string[] = []
    for (const theme of ['light', 'dark'] as const) {
      for (const viewport of [wide, phone]) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize(viewport)
        await settled(page)
        findings.push(...(await axeFindings(page)))
        if (await isTooWide(page)) findings.push(`wider than ${viewport.width}`)
        if (folder === null) continue
        mkdirSync(folder, { recursive: true })
        const name = `${shown.name}-${theme}-${viewport.width}.png`
        await page.screenshot({ path: join(folder, name) })
      }
    }
    await page.setViewportSize(wide)
    const said = findings.length === 0 ? 'axe: nothing' : `axe: ${[...new Set(findings)].join('; ')}`
    t.comment(`${shown.name.padEnd(28)} ${kilobytes.toFixed(0).padStart(5)} kB  LCP ${lcpMs} ms  ${said}`)
  }
  t.comment(
    `complaints: ${[...new Set([...visitor.complaints, ...stranger.complaints])].join('; ') || 'none'}`,
  )
})

/** Loads a page anew with a slow processor: what came as scripts and styles (gzip), and its largest paint. */
async function load(page: Page, path: string): Promise<{ kilobytes: number; lcpMs: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let bytes = 0
  const assets = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/assets/')) assets.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (assets.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(path)
  await settled(page)
  const lcpMs = await page.evaluate(
    `new Promise(resolve => new PerformanceObserver(list => resolve(Math.round(list.getEntries().at(-1).startTime))).observe({ type: 'largest-contentful-paint', buffered: true }))`,
  )
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return { kilobytes: bytes / 1_024, lcpMs: Number(lcpMs) }
}

/** Streams stay open, so the network is never idle: no skeleton, and two frames. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.locator('h1, h2').first().waitFor()
  const loading = page.locator('[role=status][aria-label=Loading]')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
  await page.evaluate(
    'new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r, 250))))',
  )
}
