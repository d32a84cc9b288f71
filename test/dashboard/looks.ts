// What every page of the dashboard must be: as wide as its window, and without findings of axe, in light and,
// as far as colours go, in dark. For the tests of pages.
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { addColleague } from '../support/people/colleagues.ts'
import { type Account, password } from '../support/product.ts'
import { axeFindings, type DashboardKit, isTooWide, type VisitOptions } from './dashboard.ts'

export async function looksWell(t: Test, page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const about = colorScheme === 'light' ? 'everything' : 'colours'
    t.strictSame(await axeFindings(page, about), [], `${what}, ${colorScheme}`)
  }
  t.equal(await isTooWide(page), false, `${what} fits its window`)
}

/** Nothing that a text of somebody wants to run has run. */
export async function ranNothing(t: Test, page: Page): Promise<void> {
  t.equal(await page.evaluate('window.hit'), undefined, 'texts are texts')
}

/** A colleague of an account, signed in, in a browser of their own. */
export async function visitAs(
  kit: DashboardKit,
  t: Test,
  account: Account,
  { role, path, ...options }: VisitOptions & { readonly role: string },
): Promise<Page> {
  const { email } = await addColleague(kit.product, account, role)
  const { page } = await kit.open(t, { ...options, path: '/sign-in' })
  await page.request.post('/api/v1/auth/login', { data: { email, password } })
  await page.goto(path ?? '/')
  return page
}

/** Complaints of the page, without those of browsers about refusals that a test has asked for. */
export function unasked(complaints: readonly string[]): string[] {
  return complaints.filter(text => !/status of 4(00|02|04|09) /.test(text))
}
