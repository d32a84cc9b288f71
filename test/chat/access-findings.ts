// What axe finds in a page with the widget.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2, A and AA. */
export async function accessFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => Promise.resolve())
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const run = `${axe};axe.run({ runOnly: ${JSON.stringify(tags)}, rules: { 'target-size': { enabled: true } } })`
  const found = (await page.evaluate(run)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.html} ${node.failureSummary}`),
  )
}
