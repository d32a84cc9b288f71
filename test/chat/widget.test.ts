import { test } from 'tap'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, scriptOf, widgetPage } from './browser.ts'
import { approvalOf } from './turn.ts'

const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }
const options = { skip: noBrowser }
const open: typeof widgetPage = (t, _, page) => widgetPage(t, world!, page)
const here = world!

/** In the page: how far the list is from its end. */
const fromEndOf = `(() => {
  const log = document.querySelector('service-chat').shadowRoot.querySelector('[role=log]')
  return log.scrollHeight - log.scrollTop - log.clientHeight
})()`

test('a message is sent by Enter, and its answer appears as it is made', options, async t => {
  const { page, double } = await open(t, here)
  const input = page.getByRole('textbox')
  await input.fill('What runs today?')
  await input.press('Enter')
  await page.getByText('What runs today?').waitFor()
  const turn = await double.turn()
  turn.say('Two **workflows')
  await page.locator('strong', { hasText: 'workflows' }).waitFor()
  await page.getByRole('button', { name: 'Stop answering' }).waitFor()
  turn.say('** run.').done()
  await page.getByRole('button', { name: 'Send message' }).waitFor()
  t.equal(
    await page.getByRole('log').locator('.assistant').innerText(),
    'The assistant said:\n\nTwo workflows run.',
  )
})

test('Shift+Enter breaks the line, and the composer grows with it', options, async t => {
  const { page, double } = await open(t, here)
  const input = page.getByRole('textbox')
  await input.fill('one')
  const height = (await input.boundingBox())!.height
  await input.press('Shift+Enter')
  await input.pressSequentially('two')
  t.ok((await input.boundingBox())!.height > height)
  await input.press('Enter')
  t.equal((await double.turn()).asked.body['message'], 'one\ntwo')
  t.equal(await input.inputValue(), '')
})

test('an answer can be stopped', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Tell me everything')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.say('First of all')
  await page.getByRole('button', { name: 'Stop answering' }).click()
  await page.getByText('Stopped', { exact: true }).waitFor()
  t.ok(double.asked.some(({ path }) => path.endsWith('/cancel')))
})

test('a reload in the middle of an answer goes on with it, and says nothing twice', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Count')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.say('one ')
  await page.getByText('one').waitFor()
  await page.reload()
  await page.getByText('one').waitFor()
  turn.say('two').done()
  await page.getByRole('button', { name: 'Send message' }).waitFor()
  const log = page.getByRole('log')
  t.equal(await log.locator('.assistant .markdown').innerText(), 'one two')
  t.equal(await log.locator('.user').count(), 1)
})

test('an answer goes on after its connection broke, and says nothing twice', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Count')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.say('one ')
  await page.getByText('one').waitFor()
  double.cut()
  turn.say('two ')
  await page.getByText('two').waitFor()
  turn.say('three').done()
  await page.getByText('one two three').first().waitFor()
  t.equal(await page.getByRole('log').locator('.assistant').count(), 1)
})

test(
  'without a network the widget says so, keeps the message, and sends it when it is back',
  options,
  async t => {
    const { page, double } = await open(t, here)
    let tries = 0
    page.on('requestfailed', () => tries++)
    await page.context().setOffline(true)
    await page.getByRole('textbox').fill('Anybody there?')
    await page.keyboard.press('Enter')
    await page.locator('[part=notice]', { hasText: 'You are offline' }).waitFor()
    // More than it makes where there is a network.
    while (tries < 8) await page.waitForEvent('requestfailed')
    await page.context().setOffline(false)
    void (await double.turn()).say('Yes').done()
    await page.locator('.markdown', { hasText: 'Yes' }).waitFor()
    t.ok(await page.locator('[part=notice]').first().isHidden())
  },
)

test('a limit is shown with the time that is left', options, async t => {
  const { page, double } = await open(t, here)
  double.refuse(1, { status: 429, headers: { 'Retry-After': '1' } }, ({ path }) => path.endsWith('/messages'))
  await page.getByRole('textbox').fill('Again')
  await page.keyboard.press('Enter')
  await page.locator('[part=notice]', { hasText: 'Going on in 1 s' }).waitFor()
  void (await double.turn()).say('Here you are').done()
  await page.locator('.markdown', { hasText: 'Here you are' }).waitFor()
  t.ok(await page.locator('[part=notice]').first().isHidden())
})

test('a message that is refused says why, and can be sent again', options, async t => {
  const { page, double } = await open(t, here)
  const body = { error: 'monthly limit of 50 executions reached', upgrade: 'https://example.com/plans' }
  double.refuse(1, { status: 402, body }, ({ path }) => path.endsWith('/messages'))
  await page.getByRole('textbox').fill('Run it')
  await page.keyboard.press('Enter')
  await page.locator('[part~=error]', { hasText: body.error }).waitFor()
  t.equal(await page.getByRole('link', { name: 'See plans' }).getAttribute('href'), body.upgrade)
  await page.getByRole('button', { name: 'Try again' }).click()
  t.equal((await double.turn()).asked.body['message'], 'Run it')
  t.ok(await page.locator('[part~=error]').isHidden())
  t.equal(await page.getByRole('log').locator('.user').count(), 1)
})

test('a run has one card, with its steps as they come', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Run Greeting')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.execution({ id: 'exec_1' }).step('exec_1', { id: 'a', title: 'Read the name' })
  const card = page.locator('[part~=execution]')
  await card.getByText('Read the name').waitFor()
  turn.step('exec_1', { id: 'a', title: 'Read the name', status: 'completed' })
  turn.execution({ id: 'exec_1', status: 'completed', durationMs: 2_000 }).say('It is done.')
  const part = {
    type: 'execution',
    executionId: 'exec_1',
    workflowId: 'wf_1',
    workflowName: 'Greeting',
  } as const
  turn.done({
    executionId: 'exec_1',
    parts: [
      { type: 'text', text: 'It is done.' },
      { ...part, status: 'running' },
    ],
  })
  await page.locator('.assistant', { hasText: 'It is done.' }).locator('[part~=execution]').waitFor()
  t.equal(await card.count(), 1)
  t.match(
    await card.innerText(),
    /Greeting\s+Completed · 2 seconds\s+Steps \(1\)\s+Read the name\s+Completed/,
  )
})

test('a tool is one line that follows what becomes of it', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('List')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.tool({ name: 'list_workflows', args: { limit: 3 } })
  await page.getByText('Using list_workflows').waitFor()
  turn.tool({ name: 'list_workflows', args: { limit: 3 }, status: 'done', output: ['Greeting'] })
  await page.getByText('Used list_workflows').click()
  await page.getByText('"limit": 3').waitFor()
  t.equal(await page.locator('[part=tool]').count(), 1)
})

test('choices are offered for the last answer only, and send their message', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const choices = [{ title: 'Run it', message: 'run Greeting' }]
  turn.done({
    content: 'Shall I?',
    parts: [
      { type: 'text', text: 'Shall I?' },
      { type: 'choices', choices },
    ],
  })
  await page.getByRole('button', { name: 'Run it' }).click()
  t.equal((await double.turn()).asked.body['message'], 'run Greeting')
  await page.getByRole('button', { name: 'Run it' }).waitFor({ state: 'detached' })
})

test(
  'the list follows an answer until the reader scrolls up, and again from its end on',
  options,
  async t => {
    const { page, double } = await open(t, here)
    await page.getByRole('textbox').fill('Tell me more')
    await page.keyboard.press('Enter')
    const turn = await double.turn()
    turn.say('line\n\n'.repeat(60))
    const log = page.getByRole('log')
    const fromEnd = () => page.evaluate<number>(fromEndOf)
    await page.getByText('line').nth(59).waitFor()
    await page.waitForFunction(`${fromEndOf} < 2`)
    await log.hover()
    await page.mouse.wheel(0, -400)
    const jump = page.getByRole('button', { name: 'Go to the latest message' })
    await jump.waitFor()
    turn.say('the end').done()
    await page.getByText('the end').first().waitFor()
    t.ok((await fromEnd()) > 300)
    await jump.click()
    await jump.waitFor({ state: 'hidden' })
    t.ok((await fromEnd()) < 2)
  },
)

test('a new conversation is an empty one, and the old session is forgotten', options, async t => {
  const { page, double } = await open(t, here, { config: { suggestions: ['What can you do?'] } })
  await page.getByRole('button', { name: 'What can you do?' }).click()
  void (await double.turn()).say('Much').done()
  await page.locator('.markdown', { hasText: 'Much' }).waitFor()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByText('How can I help?').waitFor()
  await page.reload()
  await page.getByText('How can I help?').waitFor()
  t.equal(await page.locator('.message').count(), 0)
})

test('answers that come while it is closed are counted', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Run it')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn.say('On it')
  await page.locator('.markdown', { hasText: 'On it' }).waitFor()
  await page.keyboard.press('Escape')
  turn.done()
  await page.getByRole('button', { name: 'Open chat, 1 new' }).click()
  await page.getByRole('textbox').waitFor()
  t.equal(await page.locator('[part=badge]').isVisible(), false)
})

test('a decision that was taken is shown, also when no stream tells of it', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Pay')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const approval = approvalOf({})
  turn.done({ parts: [{ type: 'approval', approval }] })
  await page.getByRole('button', { name: 'Approve' }).click()
  void (await double.turn()).done({ content: 'Paid' })
  await page.getByText('Approved', { exact: true }).waitFor()
  t.equal(await page.locator('[part~=approval] button').count(), 0)
})

test('an approval whose time is over, or whose run has ended, offers nothing', options, async t => {
  const { page, double } = await open(t, here)
  await page.getByRole('textbox').fill('Pay')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const late = approvalOf({ id: 'apr_1', expiresAt: Date.now() - 1, executionId: 'exec_2' })
  const ended = approvalOf({ id: 'apr_2' })
  turn.execution({ id: 'exec_1', status: 'cancelled', finishedAt: 2 })
  turn.done({ parts: [late, ended].map(approval => ({ type: 'approval' as const, approval })) })
  await page.getByText('Expired', { exact: true }).waitFor()
  await page.getByText('No longer needed', { exact: true }).waitFor()
  t.equal(await page.locator('[part~=approval] button').count(), 0)
})

test(
  'a network that goes is told at once, and what came meanwhile is there when it is back',
  options,
  async t => {
    const { page, double } = await open(t, here)
    await page.getByRole('textbox').fill('Run it')
    await page.keyboard.press('Enter')
    const turn = await double.turn()
    turn.say('On it')
    await page.locator('.markdown', { hasText: 'On it' }).waitFor()
    await page.context().setOffline(true)
    await page.locator('[part=notice]', { hasText: 'You are offline' }).waitFor()
    turn.say(', and done').done()
    await page.context().setOffline(false)
    await page.locator('.markdown', { hasText: 'On it, and done' }).waitFor()
    await page.locator('[part=notice]').first().waitFor({ state: 'hidden' })
    t.equal(await page.locator('.message').count(), 2)
  },
)
