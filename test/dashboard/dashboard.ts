// The dashboard in a browser, served by the product as its users run it. The test files of a process share a
// browser and, with the same variables, a product; every test has an organization of its own, and a browser
// context of its own.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { type OpenedPage, openPage, sharedBrowser } from '../support/people/browser.ts'
import type { Client } from '../support/people/client.ts'
import { type Environment, Product, password, type SharedProduct, sharedProduct } from '../support/product.ts'

export { noBrowser } from '../support/people/browser.ts'

export const wide = { width: 1280, height: 800 } as const
export const phone = { width: 390, height: 844 } as const
export const widths = [wide, phone] as const

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules of these tags that a theme may break. */
const colourRules = ['color-contrast', 'link-in-text-block']
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Somebody who is signed in, in a browser. */
export interface Visitor extends OpenedPage {
  readonly email: string
  readonly organizationId: string
  /** Calls the API as this person. */
  readonly client: Client
}

export interface VisitOptions extends BrowserContextOptions {
  /** Path of the first page, default `/`. */
  readonly path?: string
}

export interface DashboardKit<P = SharedProduct> {
  readonly product: P
  /** A page of nobody. */
  open(t: Pick<Test, 'teardown'>, options?: VisitOptions): Promise<OpenedPage>
  /** A new organization with its owner, signed in. */
  visit(t: Pick<Test, 'teardown'>, options?: VisitOptions): Promise<Visitor>
}

/** Variables of the product; a function gets the address of the service, for those that depend on it. */
export type Variables = Record<string, string> | ((appUrl: string) => Promise<Record<string, string>>)

/** With the product of this process. */
export async function startDashboard(variables: Environment = {}): Promise<DashboardKit> {
  return dashboardOf(await sharedProduct(variables))
}

/** With a product of the test file's own, which it may kill. */
export async function startOwnDashboard(variables: Variables = {}): Promise<DashboardKit<Product>> {
  const environment: Record<string, string> = {}
  const product = await Product.prepare({ environment })
  const given = typeof variables === 'function' ? variables(`http://localhost:${product.port}`) : variables
  Object.assign(environment, await given)
  await product.start()
  return dashboardOf(product)
}

async function dashboardOf<P extends SharedProduct>(product: P): Promise<DashboardKit<P>> {
  const browser = await sharedBrowser()

  function newPage(t: Pick<Test, 'teardown'>, options: BrowserContextOptions): Promise<OpenedPage> {
    // Colours on their way from one theme to the other are neither.
    const still = { viewport: wide, reducedMotion: 'reduce' } as const
    // A visitor without a session asks for one, and is told that there is none.
    const isExpected = (message: string) => message.includes('status of 401')
    return openPage(t, browser, { ...still, baseURL: product.url, ...options }, isExpected)
  }

  return {
    product,
    async open(t, { path = '/', ...options } = {}) {
      const opened = await newPage(t, options)
      await opened.page.goto(path)
      return opened
    },

    async visit(t, { path = '/', ...options } = {}) {
      const opened = await newPage(t, options)
      const email = `${newId('user')}@example.com`
      const data = { email, password, name: 'Ada Lovelace', organization: 'Analytical Engines' }
      // The cookie of the sign-up belongs to the context.
      const answer = await opened.page.request.post('/api/v1/auth/signup', { data })
      const { token, user } = await answer.json()
      await opened.page.goto(path)
      return { ...opened, email, organizationId: user.organization.id, client: product.client(token) }
    },
  }
}

/**
 * What axe finds on a page: empty when nothing.
 * @param about `colours` for a page that was looked at in another theme: nothing else of it has changed
 */
export async function axeFindings(page: Page, about: 'everything' | 'colours' = 'everything') {
  // By the debugger, as the policy of the page runs no text.
  const session = await page.context().newCDPSession(page)
  const evaluated = async (expression: string) => {
    const options = { expression, awaitPromise: true }
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options)
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? 'axe failed')
    return String(result.value)
  }
  if ((await evaluated('typeof axe')) === 'undefined') await evaluated(`${axe};0`)
  const runOnly = about === 'colours' ? { type: 'rule', values: colourRules } : axeTags
  const found = await evaluated(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | '))))`,
  )
  await session.detach()
  return JSON.parse(found) as string[]
}

/** Whether the page is wider than its window, which a phone must never see. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}
