// When the largest thing of a page is painted, with nothing in the cache of the browser and its processor
// slowed down, by what the browser itself notes.
import type { Page } from 'playwright-core'

const slowdown = 4

/**
 * Loads a page anew.
 * @param onLoaded told the address of each answer
 * @returns ms since the address was opened
 */
export async function largestPaint(
  page: Page,
  path: string,
  onLoaded: (url: string) => void = () => {},
): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  session.on('Network.responseReceived', ({ response: { url } }) => onLoaded(url))
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(path)
    await settled(page)
    const noted = await onPage(
      page,
      `new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('the browser noted no largest paint')), 5_000)
        const last = list => resolve(Math.round(list.getEntries().at(-1).startTime))
        new PerformanceObserver(last).observe({ type: 'largest-contentful-paint', buffered: true })
      })`,
    )
    return Number(noted)
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
}

/** Streams stay open, so the network is never idle: no skeleton, and two frames. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.locator('h1, h2').first().waitFor()
  const loading = page.locator('[role=status][aria-label=Loading]')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
  await onPage(
    page,
    'new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r, 250))))',
  )
}

/** Asks once more when the page goes to another address meanwhile, as the dashboard does at its doors. */
export async function onPage(page: Page, expression: string): Promise<unknown> {
  try {
    return await page.evaluate(expression)
  } catch (error) {
    if (!/Execution context was destroyed/.test(String(error))) throw error
    await page.waitForLoadState('load')
    return page.evaluate(expression)
  }
}
