// npm run dashboard:check: the size of every page's scripts, how long it takes to show, what axe finds on
// it, in both themes, on a service of its own, and how quick it answers (timings.ts). `-- --pictures folder`
// also takes a picture of each page, wide and narrow, light and dark; `--only home,runs` those pages alone,
// `--only timings` the timings. Never part of the tests: they depend on the machine.
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { axeFindings, isTooWide, phone, startDashboard, wide } from '../dashboard.ts'
import { furnish, type ShownPage } from './pages.ts'
import { timings } from './timings.ts'

const { values } = parseArgs({
  options: { pictures: { type: 'string' }, only: { type: 'string' } },
  strict: false,
})
const folder = typeof values.pictures === 'string' ? values.pictures : null
const only = typeof values.only === 'string' ? values.only.split(',') : null
const slowdown = 4
const assets = join(import.meta.dirname, '../../../dashboard/dist/assets')

test('every page, measured', { timeout: 900_000 }, async t => {
  const kit = await startDashboard()
  const visitor = await kit.visit(t)
  const pages = (await furnish(visitor.client)).filter(({ name }) => only === null || only.includes(name))
  const stranger = await kit.open(t, { path: '/sign-in' })
  const pageOf = ({ isDoor }: ShownPage) => (isDoor ? stranger.page : visitor.page)
  for (const shown of pages) {
    const page = pageOf(shown)
    const { scripts, styles, lcpMs } = await load(page, shown.path)
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
    const size = `scripts ${scripts.toFixed(1).padStart(5)} kB, styles ${styles.toFixed(1)} kB`
    t.comment(`${shown.name.padEnd(24)} ${size}  LCP ${String(lcpMs).padStart(4)} ms  ${said}`)
  }
  if (only === null || only.includes('timings')) {
    for (const { what, value, unit, most } of await timings(visitor)) {
      const verdict = value <= most ? 'met' : 'MISSED'
      t.comment(`${what.padEnd(64)} ${value.toFixed(1).padStart(7)} ${unit}, at most ${most}: ${verdict}`)
    }
  }
  t.comment(
    `complaints: ${[...new Set([...visitor.complaints, ...stranger.complaints])].join('; ') || 'none'}`,
  )
})

interface Loading {
  /** Kilobytes (1,000 bytes) as gzip of all that came until the page stood. */
  readonly scripts: number
  readonly styles: number
  readonly lcpMs: number
}

/** Loads a page anew with a slow processor. */
async function load(page: Page, path: string): Promise<Loading> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const loaded = new Set<string>()
  session.on('Network.responseReceived', ({ response: { url } }) => {
    if (url.includes('/assets/')) loaded.add(basename(new URL(url).pathname))
  })
  await page.goto(path)
  await settled(page)
  const lcpMs = await page.evaluate(
    `new Promise(resolve => new PerformanceObserver(list => resolve(Math.round(list.getEntries().at(-1).startTime))).observe({ type: 'largest-contentful-paint', buffered: true }))`,
  )
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  const kilobytes = (ending: string) =>
    [...loaded]
      .filter(name => name.endsWith(ending))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length / 1_000, 0)
  return { scripts: kilobytes('.js'), styles: kilobytes('.css'), lcpMs: Number(lcpMs) }
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
