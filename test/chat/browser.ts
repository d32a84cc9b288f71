// A page in Debian's Chromium that shows the widget, talking to the double. Where there is no Chromium, the
// tests that need it are skipped and say so.
// 1. The page's policy allows no inline script and no inline style: the widget does without.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import tap from 'tap'
import { plainEnvironment } from '../support/plain-environment.ts'
import { ChatDouble } from './chat-double.ts'

const root = join(import.meta.dirname, '../..')
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

/** For a test's options: false, or why it is skipped. */
export const noBrowser = executablePath ? false : 'no Chromium here: apt-get install chromium'

/** What the package holds, built for this test file. */
export function builtPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-chat-'))
  tap.teardown(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync(process.execPath, [join(root, 'chat/build.mjs'), folder], { env: plainEnvironment })
  return folder
}

export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  tap.teardown(() => browser.close())
  return browser
}

export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"

export interface WidgetPage {
  readonly page: Page
  readonly double: ChatDouble
  /** What the page logged as errors and warnings, and what its policy refused. */
  readonly complaints: string[]
}

export interface PageOptions extends BrowserContextOptions {
  /** Of `ServiceChat.mount`, as JSON; null: nothing is mounted. */
  readonly config?: { readonly [name: string]: unknown } | null
  /** Another origin that the page may talk to. */
  readonly connect?: string
  /** Attributes of <html>. */
  readonly html?: string
  readonly body?: string
}

/** Opens a page with the widget in it. */
export async function widgetPage(
  t: { teardown(end: () => unknown): unknown },
  { browser, script }: { browser: Browser; script: string },
  { config = {}, connect = '', html = 'lang="en"', body = '<h1>Shop</h1>', ...context }: PageOptions = {},
): Promise<WidgetPage> {
  const double = await ChatDouble.start(t)
  const opened = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context })
  t.teardown(() => opened.close())
  const page = await opened.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  const options = { tenantId: 'org_1', apiKey: 'sk_chat', retryDelayMs: 20, isOpen: true, ...config }
  const mounting = config === null ? '' : `window.mounted = ServiceChat.mount(${JSON.stringify(options)})`
  const tags = '<script src="/chat/widget.js"></script><script src="/mount.js"></script>'
  double.pages.set('/chat/widget.js', { type: 'text/javascript', text: script })
  double.pages.set('/mount.js', { type: 'text/javascript', text: mounting })
  double.pages.set('/', {
    type: 'text/html; charset=utf-8',
    csp: strictPolicy.replace("connect-src 'self'", `connect-src 'self' ${connect}`),
    text: `<!doctype html><html ${html}><head><title>Shop</title></head><body><main>${body}</main>${tags}</body></html>`,
  })
  await page.goto(double.url)
  return { page, double, complaints }
}

export function scriptOf(folder: string): string {
  return readFileSync(join(folder, 'widget.global.js'), 'utf8')
}
