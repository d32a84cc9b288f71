// The card of a workflow that may not start by itself yet, in a page: all that it does, ticks for what it
// removes, one button, and no button for those who may not.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'tap'
import type { ConfirmationEntry, ConfirmationPart } from '../../chat/client/wire.ts'
import { deceptions } from '../support/deceptive-texts.ts'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { accessFindings } from './access-findings.ts'
import { builtPackage, scriptOf, widgetPage } from './browser.ts'
import type { Turn } from './turn.ts'

const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }
const options = { skip: noBrowser }
/** For those who want to look: a folder. */
const shots = process.env['SHOTS']

const wipe: ConfirmationEntry = {
  ...{ id: 'effect:wipe', kind: 'effect', step: 'wipe', severity: 'tick', quote: 'Wipe order 7' },
  says: 'orders__wipe removes or overwrites something.\n  order: 7 (in your words)\n  to: "#ops" (not in your words)',
}
const starts: ConfirmationEntry = {
  ...{ id: 'schedule:plan', kind: 'schedule', step: null, severity: 'info' },
  ...{ says: 'Starts by itself every weekday at 09:00 in Europe/Berlin', times: [1_795_287_364_324] },
}
const taken: ConfirmationEntry = {
  ...{ id: 'assumption:wipe', kind: 'assumption', step: 'wipe', severity: 'warning' },
  ...{ says: '"Order 7 is meant"', options: ['Order 8'] },
}

const list = 'Before Wiper starts by itself, somebody confirms what it does: orders__wipe'

function partOf(more: Partial<ConfirmationPart['confirmation'] & object> = {}, mayConfirm = true) {
  const confirmation = {
    ...{ digest: 'd1', entries: [wipe, taken, starts], accepted: false, required: true },
    ...more,
  }
  const named = { workflowId: 'wf_1', workflowName: 'Wiper', page: 'https://troupe.example/workflows/wf_1' }
  return { type: 'confirmation', ...named, confirmation, mayConfirm } as const
}

async function say(page: Page, double: { turn(): Promise<Turn> }, part: ConfirmationPart) {
  await page.getByRole('textbox').fill('new workflow: Wipe order 7')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const text = { type: 'text', text: 'Wiper is made.' } as const
  turn.done({ parts: [text, { type: 'text', text: list, standsFor: 'wf_1' }, part] })
  return turn
}

for (const width of [1440, 390]) {
  test(`a card is confirmed when what it removes is ticked, ${width} wide`, options, async t => {
    const viewport = { width, height: 844 }
    const { page, double, complaints } = await widgetPage(t, world!, { viewport })
    await say(page, double, partOf())
    const card = page.locator('[part~=confirmation]')
    await card.waitFor()
    const text = await card.innerText()
    for (const piece of [
      ...['Wiper', 'orders__wipe removes', 'to: "#ops" (not in your words)', 'Asked for by: "Wipe order 7"'],
      ...['It could be: "Order 8"', 'every weekday', '2026'],
    ])
      t.ok(text.includes(piece), piece)
    t.equal(await page.getByText('somebody confirms what it does').count(), 0, 'the card, not its text')
    const confirm = card.getByRole('button', { name: 'Confirm this plan' })
    t.equal(await confirm.isDisabled(), true)
    t.equal(await card.getByRole('checkbox').count(), 1)
    t.strictSame(await accessFindings(page), [])
    t.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await shoot(page, `card-${width}`)
    await card.getByRole('checkbox').check()
    await confirm.click()
    const turn = await double.turn()
    t.strictSame(turn.asked.body, {
      confirmation: { workflowId: 'wf_1', digest: 'd1', entries: ['effect:wipe'] },
    })
    const said = { type: 'text', text: 'Wiper is confirmed.' } as const
    turn.done({ parts: [said, partOf({ accepted: true })] })
    await page.getByText('Confirmed: it may start by itself').waitFor()
    t.equal(await card.count(), 1, 'one card, in the last message')
    t.equal(await page.getByRole('button', { name: 'Confirm this plan' }).count(), 0)
    t.equal(await page.getByRole('checkbox').count(), 0)
    await shoot(page, `confirmed-${width}`)
    t.strictSame(complaints, [])
  })
}

test('a list that has changed meanwhile is shown, with nothing ticked', options, async t => {
  const { page, double } = await widgetPage(t, world!)
  const { conversation } = await say(page, double, partOf())
  await page.getByRole('checkbox').check()
  const refused = { status: 409, body: { error: 'digest: another plan is active by now' } }
  double.refuse(1, refused, ({ method }) => method === 'POST')
  const [message] = conversation.messages.splice(-1)
  const changed = { ...wipe, says: 'orders__wipe removes or overwrites something.\n  order: 8' }
  conversation.messages.push({ ...message!, parts: [partOf({ digest: 'd2', entries: [changed] })] })
  await page.getByRole('button', { name: 'Confirm this plan' }).click()
  await page.getByText('order: 8').waitFor()
  await page.getByText('another plan is active by now').first().waitFor()
  t.equal(await page.getByRole('checkbox').isChecked(), false)
  t.equal(await page.getByRole('button', { name: 'Confirm this plan' }).isDisabled(), true)
})

test('who may not confirm reads the list, and who can', options, async t => {
  const { page, double } = await widgetPage(t, world!)
  const lines = deceptions.map(({ shown }) => `  "${shown}"`).join('\n')
  await say(page, double, partOf({ entries: [{ ...wipe, says: `It goes to\n${lines}` }] }, false))
  const card = page.locator('[part~=confirmation]')
  await card.getByText('A person who is signed in can').waitFor()
  t.equal(await card.getByRole('link').getAttribute('href'), 'https://troupe.example/workflows/wf_1')
  t.equal(await card.getByRole('button').count(), 0)
  t.equal(await card.getByRole('checkbox').count(), 0)
  const text = await card.innerText()
  for (const { what, shown } of deceptions) t.ok(text.includes(`"${shown}"`), what)
  t.strictSame(await accessFindings(page), [])
  await shoot(page, 'who')
})

test('a client that gets no list shows the text that stands for it', options, async t => {
  const { page, double } = await widgetPage(t, world!)
  await say(page, double, { ...partOf(), confirmation: null })
  await page.getByText('somebody confirms what it does').waitFor()
  t.equal(await page.locator('[part~=confirmation]').count(), 0)
})

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(shots, `widget-${name}-${colorScheme}.png`) })
  }
}
