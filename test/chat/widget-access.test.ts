import { type Test, test } from 'tap'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { accessFindings } from './access-findings.ts'
import { builtPackage, type PageOptions, scriptOf, type WidgetPage, widgetPage } from './browser.ts'

const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }
const options = { skip: noBrowser }
const here = world!

const form = {
  type: 'object',
  required: ['account'],
  properties: {
    account: { enum: ['Operations', 'Reserve'], title: 'From account' },
    amount: { type: 'number', minimum: 1, title: 'Amount' },
    urgent: { type: 'boolean', title: 'Urgent' },
    memo: { type: 'string', title: 'Memo', description: 'Shown on the statement' },
  },
}
const markdown =
  '# Plan\n\n- **one** `two`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a\n```\n\n> [link](https://example.com)'

/** Everything that a widget can show, at once, as far as it goes together. */
async function fill({ page, double }: WidgetPage): Promise<void> {
  await page.getByRole('textbox').fill('Show me everything')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.tool({ status: 'done', args: { a: 1 } }).say(markdown)
  turn.execution({ id: 'exec_1', status: 'awaiting_approval' }).step('exec_1', { id: 'a', title: 'Read' })
  const approval = turn.approval({ form, expiresAt: Date.now() + 600_000 })
  const text = { type: 'text', text: markdown } as const
  turn.done({
    parts: [text, { type: 'approval', approval }],
    executionId: 'exec_1',
  })
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  double.refuse(1, { status: 402, body: { error: 'limit reached', upgrade: 'https://example.com' } }, it =>
    it.path.endsWith('/messages'),
  )
  await page.getByRole('textbox', { name: 'Write a message' }).fill('More')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

async function isAccessible(t: Test, page: PageOptions): Promise<void> {
  const opened = await widgetPage(t, here, {
    reducedMotion: 'reduce',
    ...page,
    config: { suggestions: ['Run it'], ...page.config },
  })
  t.strictSame(await accessFindings(opened.page), [], 'when it is empty')
  await fill(opened)
  t.strictSame(await accessFindings(opened.page), [], 'when it is full')
  await opened.page.getByRole('button', { name: 'Deny' }).click()
  t.strictSame(await accessFindings(opened.page), [], 'when a reason is asked for')
}

test('the widget meets WCAG 2.2 AA in light', options, t => isAccessible(t, { colorScheme: 'light' }))
test('the widget meets WCAG 2.2 AA in dark', options, t => isAccessible(t, { colorScheme: 'dark' }))
test('the widget meets WCAG 2.2 AA on a phone, from right to left', options, t =>
  isAccessible(t, { html: 'lang="ar" dir="rtl"', viewport: { width: 390, height: 780 } }),
)
test('the widget meets WCAG 2.2 AA inside of a page', options, t =>
  isAccessible(t, { body: '<h1>Shop</h1><div id="chat"></div>', config: { target: '#chat' } }),
)

test('everything can be done with the keyboard', options, async t => {
  const { page, double } = await widgetPage(t, here, { config: { isOpen: false } })
  const focused = () =>
    page.evaluate(`(() => {
      const it = document.activeElement.shadowRoot.activeElement
      return it.getAttribute('aria-label') ?? it.textContent
    })()`)
  await page.keyboard.press('Tab')
  t.equal(await focused(), 'Open chat')
  await page.keyboard.press('Enter')
  t.equal(await focused(), 'Write a message')
  await page.keyboard.type('Pay')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const approval = turn.approval({})
  turn.done({
    content: 'May I?',
    parts: [
      { type: 'text', text: 'May I?' },
      { type: 'approval', approval },
    ],
  })
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  t.equal(await focused(), 'Deny')
  await page.keyboard.press('Enter')
  t.equal(await focused(), 'Reason (optional)')
  await page.keyboard.press('Escape')
  t.equal(await focused(), 'Deny')
  await page.keyboard.press('Shift+Tab')
  t.equal(await focused(), 'Approve')
  await page.keyboard.press('Enter')
  const decided = await double.turn()
  t.match(decided.asked.body, { approval: { id: 'apr_1', decision: 'approve', digest: 'd1' } })
  decided.approval({ status: 'approved', decidedAt: 2 })
  decided.done({ content: 'Paid.' })
  await page.getByText('Approved', { exact: true }).waitFor()
  t.equal(await focused(), 'Write a message')
  await page.keyboard.press('Escape')
  t.equal(await focused(), 'Open chat')
})

test('a form is checked before it is sent, and goes with the decision', options, async t => {
  const { page, double } = await widgetPage(t, here)
  await page.getByRole('textbox').fill('Pay')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const approval = turn.approval({ form })
  turn.done({ content: 'May I?', parts: [{ type: 'approval', approval }] })
  const asked = double.asked.length
  await page.getByRole('button', { name: 'Approve' }).click()
  t.equal(await page.locator('select:focus:invalid').count(), 1)
  t.equal(double.asked.length, asked)
  await page.getByLabel('From account').selectOption('Reserve')
  await page.getByLabel('Amount').fill('12.5')
  await page.getByLabel('Urgent').check()
  await page.getByRole('button', { name: 'Approve' }).click()
  const { asked: decided } = await double.turn()
  t.match(decided.body, { approval: { form: { account: 'Reserve', amount: 12.5, urgent: true } } })
})

test('a tool of the assistant can be allowed for longer, and a denial says why', options, async t => {
  const { page, double } = await widgetPage(t, here)
  await page.getByRole('textbox').fill('Delete it')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const tool = { executionId: null, stepId: null, tool: 'delete_workflow' }
  const first = turn.approval({ ...tool, id: 'apr_1' })
  const second = turn.approval({ ...tool, id: 'apr_2' })
  turn.done({ parts: [first, second].map(approval => ({ type: 'approval' as const, approval })) })
  await page.getByLabel('Applies').first().selectOption('For this conversation')
  await page.getByRole('button', { name: 'Approve' }).first().click()
  const approved = await double.turn()
  t.match(approved.asked.body, { approval: { id: 'apr_1', remember: 'session' } })
  approved.approval({ ...tool, id: 'apr_1', status: 'approved' })
  approved.done({ content: 'Deleted' })
  await page.getByText('Approved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByLabel('Reason (optional)').fill('not this one')
  await page.getByRole('button', { name: 'Deny' }).click()
  t.match((await double.turn()).asked.body, {
    approval: { id: 'apr_2', decision: 'deny', note: 'not this one' },
  })
})

test('what happens is announced, an answer as a whole and once', options, async t => {
  const { page, double } = await widgetPage(t, here)
  await page.evaluate(`(() => {
    window.heard = []
    const status = document.querySelector('service-chat').shadowRoot.querySelector('[aria-live=polite]')
    new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true, subtree: true, characterData: true })
  })()`)
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.say('Hi ').say('there').done()
  await page.locator('.markdown', { hasText: 'Hi there' }).waitFor()
  t.strictSame(await page.evaluate('heard'), ['The assistant is answering', 'The assistant said: Hi there'])
})
