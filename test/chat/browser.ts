// A page that shows the widget, talking to the double.
// 1. The page's policy allows no inline script and no inline style: the widget does without.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Test } from 'tap'
import { atProcessEnd } from '../runner/process-end.ts'
import { type OpenedPage, openPage } from '../support/people/browser.ts'
import { ChatDouble } from './chat-double.ts'

const root = join(import.meta.dirname, '../..')

let built: string | null = null

/** What the package holds, built once for the test files of this process. */
export function builtPackage(): string {
  built ??= buildPackage()
  return built
}

function buildPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-chat-'))
  atProcessEnd(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync(process.execPath, [join(root, 'chat/build.mjs'), folder])
  return folder
}

export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"

export interface WidgetPage extends OpenedPage {
  readonly double: ChatDouble
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
  t: Pick<Test, 'teardown'>,
  { browser, script }: { browser: Browser; script: string },
  { config = {}, connect = '', html = 'lang="en"', body = '<h1>Shop</h1>', ...context }: PageOptions = {},
): Promise<WidgetPage> {
  const double = await ChatDouble.start(t)
  const { page, complaints } = await openPage(t, browser, {
    viewport: { width: 1280, height: 800 },
    ...context,
  })
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
