// Debian's Chromium. Where there is none, the tests that need it are skipped and say so. The test files of a
// process share a browser; every page has a context of its own, which ends with its test.
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { Test } from 'tap'
import { atProcessEnd } from '../../runner/process-end.ts'

/** The first is the second without its own windows and menus, which nobody sees here. */
const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

/** For a test's options: false, or why it is skipped. */
export const noBrowser = executablePath ? false : 'no Chromium here: apt-get install chromium'

/** How long a page may take to close, in ms. */
const patience = 10_000

export interface OpenedPage {
  readonly page: Page
  /** What the page logged as errors and warnings, and what its policy refused. */
  readonly complaints: string[]
}

let shared: Promise<Browser> | null = null

/** That of this process, started when it is first asked for. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser()
  return shared
}

/** Without the sandbox, as root may run it; everything that it opens is our own page. */
async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  // It is killed when it does not end within 30 s.
  atProcessEnd(() => browser.close())
  return browser
}

/** @param isExpected messages that are no complaint */
export async function openPage(
  t: Pick<Test, 'teardown'>,
  browser: Browser,
  options: BrowserContextOptions = {},
  isExpected: (message: string) => boolean = () => false,
): Promise<OpenedPage> {
  const context = await browser.newContext(options)
  t.teardown(() => closed(context))
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return { page, complaints }
}

/**
 * Chromium forgets a close that meets the commit of a navigation, and says that it is done
 * (crbug.com/536385539): nobody would ever hear of its end. Such a context ends with its browser.
 */
async function closed(context: BrowserContext): Promise<void> {
  await Promise.race([context.close(), delay(patience, undefined, { ref: false })])
}
