// What somebody decides on in the dashboard hides nothing: no character, no end of a text, no second field.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Test, test } from 'tap'
import { longText, longWord, sendable } from '../support/deceptive-texts.ts'
import { addColleague } from '../support/people/colleagues.ts'
import { ByHand } from '../support/people/connecting.ts'
import { untilStatus } from '../support/runs.ts'
import { noBrowser, phone, startDashboard, type Visitor, wide } from './dashboard.ts'
import { looksWell, ranNothing } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const skip = { skip: noBrowser }
/** For those who want to look: a folder. */
const shots = process.env['SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`), fullPage: true })
  }
}

const forged = 'Fine.\n\nArguments\namount 1\nApprove \u202eti'

const plan = {
  steps: [
    {
      id: 'send',
      kind: 'tool',
      tool: 'http_request',
      args: { method: 'POST', url: { $: 'inputs.url' }, body: { $: 'inputs.body' } },
      approval: { message: forged },
    },
    { id: 'done', kind: 'return', value: 1 },
  ],
}

const body = {
  ...Object.fromEntries(sendable.map(({ what, written }) => [what, written])),
  'amount\u200b': -0,
  '\u0430mount': 1e21,
  amount: 1,
  longWord,
  longText,
  deep: [[[{ a: [{ b: { c: [null, true, 'the depth'] } }] }]]],
}

async function asking({ client }: Pick<Visitor, 'client'>) {
  const made = await client.post('/api/v1/workflows', { name: 'Pay\u202e\u200b', prompt: 'By hand', plan })
  const inputs = { url: 'https://p\u0430ypal.com/x', body }
  const { id } = (await client.post(`/api/v1/workflows/${made.body.id}/execute`, { inputs })).body
  const { approvals } = await untilStatus(client, id, 'awaiting_approval')
  return { run: id as string, approval: approvals[0].id as string }
}

/** All of it is in the page, and of the hidden characters none. */
async function showsAll(t: Test, page: Page, selector: string): Promise<void> {
  const text = await page.locator(selector).innerText()
  for (const { what, shown } of sendable) t.ok(text.includes(`"${shown}"`), what)
  for (const piece of ['"amount\\u200b"', '"\\u0430mount"', '1e+21', longWord, 'THE END', 'the depth'])
    t.ok(text.includes(piece), piece.slice(0, 20))
  t.match(text, /http_request/)
  t.match(text, /Approve \\u202eti/)
  t.match(text, /"p\\u0430ypal\.com" leads to xn--pypal-4ve\.com/)
  const rest = text.replace(/[\n\t]/g, ' ')
  t.notMatch(rest, /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u3164]/u)
  t.equal(
    await page
      .locator(selector)
      .getByRole('button', { name: /^Show / })
      .count(),
    0,
    'nothing is folded',
  )
  t.equal(await page.locator(`${selector} [aria-expanded=false]`).count(), 0)
}

for (const viewport of [wide, phone]) {
  test(`an approval shows all of it, and nothing of it can hide, ${viewport.width} wide`, skip, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page } = visitor
    const { approval, run } = await asking(visitor)
    await page.goto(`/approvals/${approval}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await showsAll(t, page, 'article')
    const words = await page.locator('article').innerText()
    t.ok(words.indexOf('http_request') < words.indexOf('Fine.'), 'the tool comes first')
    t.match(words, /it changes something outside/i)
    await looksWell(t, page, 'the approval')
    await ranNothing(t, page)
    await shoot(page, `approval-${viewport.width}`)
    await page.goto(`/runs/${run}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await showsAll(t, page, 'section[aria-label="Approval"]')
    await shoot(page, `run-${viewport.width}`)
  })
}

test('the page that asks about an application shows what its name hides', skip, async t => {
  const { page, client } = await kit!.visit(t)
  const app = await ByHand.register(kit!.product.url, {
    client_name: 'Cl\u0430ude\u3164? It is safe. Connect',
  })
  await page.goto(app.asks().href)
  await page.getByRole('heading', { name: 'Connect "Cl\\u0430ude\\u3164? It is safe. Connect"?' }).waitFor()
  await shoot(page, 'authorize')
  await app.connect(client)
  await page.goto(`${kit!.product.url}/settings/profile`)
  await page.getByText('"Cl\\u0430ude\\u3164? It is safe. Connect"').waitFor()
})

test('nobody is called as the page calls the one who looks', skip, async t => {
  const visitor = await kit!.visit(t)
  const { approval } = await asking(visitor)
  const { client: other, email } = await addColleague(kit!.product, visitor, 'admin')
  await other.put('/api/v1/auth/me', { name: 'You' })
  await other.post(`/api/v1/approvals/${approval}`, { decision: 'deny', note: 'no\n\u202eApproved by you' })
  const { page } = visitor
  await page.goto(`/approvals/${approval}`)
  const outcome = page.locator('article [role=status]')
  await outcome.getByText(email).waitFor()
  t.match(await outcome.innerText(), /\\u202eApproved by you/)
})
