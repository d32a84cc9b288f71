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
import { largestPaint, settled } from './paint.ts'
import { timings } from './timings.ts'

const { values } = parseArgs({
  options: { pictures: { type: 'string' }, only: { type: 'string' } },
  strict: false,
})
const folder = typeof values.pictures === 'string' ? values.pictures : null
const only = typeof values.only === 'string' ? values.only.split(',') : null
const assets = join(import.meta.dirname, '../../../dashboard/dist/assets')

test('every page, measured', { timeout: 3_600_000 }, async t => {
  const kit = await startDashboard()
  const visitor = await kit.visit(t)
  const pages = (await furnish(visitor.client)).filter(({ name }) => only === null || only.includes(name))
  const stranger = await kit.open(t, { path: '/sign-in' })
  for (const shown of pages) {
    const said = await measured(shown.isDoor ? stranger.page : visitor.page, shown).catch(notMeasured)
    t.comment(`${shown.name.padEnd(24)} ${said}`)
  }
  if (only === null || only.includes('timings')) {
    for (const { what, value, unit, most } of await timings(visitor, notMeasured)) {
      const verdict = value <= most ? 'met' : 'MISSED'
      t.comment(`${what.padEnd(64)} ${value.toFixed(1).padStart(7)} ${unit}, at most ${most}: ${verdict}`)
    }
  }
  const complaints = [...new Set([...visitor.complaints, ...stranger.complaints])]
  t.comment(`complaints: ${complaints.join('; ') || 'none'}`)

  /** What could not be measured is a failure that says so; the rest is measured. */
  function notMeasured(error: unknown): string {
    const said = `not measured: ${String(error).split('\n')[0]}`
    t.fail(said)
    return said
  }
})

/** @returns a line of the size of a page, its largest paint, and what is wrong with it in any look */
async function measured(page: Page, { name, path }: ShownPage): Promise<string> {
  const { scripts, styles, lcpMs } = await load(page, path)
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
      await page.screenshot({ path: join(folder, `${name}-${theme}-${viewport.width}.png`) })
    }
  }
  await page.setViewportSize(wide)
  const found = findings.length === 0 ? 'nothing' : [...new Set(findings)].join('; ')
  const size = `scripts ${scripts.toFixed(1).padStart(5)} kB, styles ${styles.toFixed(1)} kB`
  return `${size}  LCP ${String(lcpMs).padStart(4)} ms  axe: ${found}`
}

interface Loading {
  /** Kilobytes (1,000 bytes) as gzip of all that came until the page stood. */
  readonly scripts: number
  readonly styles: number
  readonly lcpMs: number
}

/** Loads a page anew with a slow processor. */
async function load(page: Page, path: string): Promise<Loading> {
  const loaded = new Set<string>()
  const lcpMs = await largestPaint(page, path, url => {
    if (url.includes('/assets/')) loaded.add(basename(new URL(url).pathname))
  })
  const kilobytes = (ending: string) =>
    [...loaded]
      .filter(name => name.endsWith(ending))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length / 1_000, 0)
  return { scripts: kilobytes('.js'), styles: kilobytes('.css'), lcpMs }
}
