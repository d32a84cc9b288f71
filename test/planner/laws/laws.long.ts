// What no prompt may come to, whatever tools there are: each law over prompts that are made of words and
// tools that have nothing to do with one another. A prompt may always be refused; a plan that is ready keeps
// them.
import { test } from 'tap'
import { argumentsOf, ready, stepsOf, toolsOf } from './given.ts'

const catalog = await toolsOf('crm', 'finance', 'helpdesk', 'shop')
const nouns = { crm: 'customer', finance: 'invoice', helpdesk: 'ticket', shop: 'order' } as const
type Slug = keyof typeof nouns
const slugs = Object.keys(nouns) as Slug[]
const toolsFor = (slug: Slug) => catalog.get(slug)!

/** Every prompt with the tools of every domain; `#` is its noun. */
function* over(
  prompts: readonly string[],
): Generator<{ prompt: string; made: NonNullable<ReturnType<typeof ready>> }> {
  for (const slug of slugs) {
    for (const each of prompts) {
      const prompt = each.replaceAll('#noun', nouns[slug])
      const made = ready(prompt, toolsFor(slug))
      if (made !== null) yield { prompt, made }
    }
  }
}
const isRefused = (t: { strictSame: (a: unknown, b: unknown) => unknown }, prompts: readonly string[]) =>
  t.strictSame(
    [...over(prompts)].map(({ prompt }) => prompt),
    [],
  )

const strange = [
  'blorp',
  'permanently',
  'tomorrow',
  'suspicious',
  'everything',
  'one',
  'Zorgon',
  'alone',
  'message',
]

test('a word becomes no id, no address, no name of a result and no text', async t => {
  const prompts = strange.flatMap(word => [
    `Get the #noun ${word}.`,
    `Delete ${word}.`,
    `Tell ${word} "Hello".`,
    `Send an email to ${word} with the subject "Hi" and the body "Hello".`,
    `Get the #nouns. Store the result ${word}.`,
    `Get the #nouns. Save it ${word}.`,
    `Fetch https://a.example.com. Store the result ${word}.`,
    `Fetch https://a.example.com and save it ${word}.`,
    `Return ${word}.`,
  ])
  for (const { prompt, made } of over(prompts)) {
    const word = strange.find(each => prompt.includes(` ${each}`))!
    const ids = stepsOf(made).map(({ id }) => id)
    const returned = stepsOf(made).flatMap(step => (step.kind === 'return' ? [step.value] : []))
    t.notOk(argumentsOf(made).toLowerCase().includes(`"${word.toLowerCase()}"`), prompt)
    t.notOk(ids.includes(word.toLowerCase()), prompt)
    t.notOk(returned.includes(word), prompt)
  }
})

test('a kind of thing that no tool makes is none that a tool makes', async t => {
  const kinds = ['WhatsApp message', 'fax message', 'registered letter', 'carrier pigeon', 'voice email']
  isRefused(
    t,
    kinds.flatMap(kind => [
      `Send #noun {{inputs.id}} a ${kind} saying "Hello".`,
      `Send a ${kind} to ann@example.com with the subject "a" and the text "b".`,
      `Put the ${kind} "x" on the #noun {{inputs.id}}.`,
    ]),
  )
})

test('what takes judgement is not planned by rules', async t => {
  const judged = ['suspicious', 'angry', 'polite', 'important-looking', 'strange']
  isRefused(
    t,
    judged.flatMap(word => [
      `Get all #nouns that look ${word}.`,
      `Delete the ${word} #nouns.`,
      `Close every #noun that sounds ${word}.`,
    ]),
  )
  isRefused(t, [
    'Summarise {{inputs.text}}.',
    'Summarize the #nouns and return the summary.',
    'Translate {{inputs.text}} politely.',
  ])
})

test('a method or option that is said is done so, or the prompt is refused', async t => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const prompts = [
      `Send {{inputs.x}} to https://a.example.com as ${method}.`,
      `Post {{inputs.x}} to https://a.example.com as ${method}.`,
      `Fetch https://a.example.com as ${method}.`,
    ]
    for (const { prompt, made } of over(prompts)) t.match(argumentsOf(made), `"method":"${method}"`, prompt)
  }
})

test('nothing happens after a denial that was to be approved', async t => {
  const sends = [
    'Post the report to https://pay.example.com.',
    'Send an email to ann@example.com with the subject "Pay" and the body "Now".',
    'Add the tag "paid" to the #noun {{inputs.id}}.',
  ]
  const prompts = sends.flatMap(send => [
    `Ask an admin to approve the payment. If it is denied, return "no". ${send}`,
    `Ask an admin to approve the payment. If it is denied, post "no" to https://log.example.com. ${send}`,
    `Ask an admin to approve. If it is rejected, send an email to a@example.com with the subject "no" and the body "no". ${send}`,
  ])
  for (const { prompt, made } of over(prompts)) {
    const after = made.steps.slice(made.steps.findIndex(step => step.kind === 'approval') + 1)
    const open = after.filter(step => step.kind === 'tool' && step.effect !== 'read')
    const gate = made.steps.find(step => step.kind === 'approval')
    const goesOn = (gate as { onDeny?: unknown }).onDeny === 'continue'
    const isOver = /return "no"/.test(prompt)
    t.strictSame(goesOn && !isOver ? open : [], [], prompt)
  }
})

test('what takes one gets no list, and what takes an address no other thing', async t => {
  const prompts = [
    'Tag "a" and "b" to the #noun {{inputs.id}}.',
    'Send an email to the #nouns with the subject "a" and the body "b".',
    'Fetch ann@example.com.',
    'Post the report to ann@example.com.',
    'Post "x" to ann@example.com.',
  ]
  for (const { prompt, made } of over(prompts)) {
    t.notMatch(argumentsOf(made), /"url":"[^"]*@/, prompt)
    t.notMatch(argumentsOf(made), /"to":\{"\$":"join/, prompt)
  }
})

test('a verb alone calls no address of the web', async t => {
  for (const { prompt, made } of over([
    'Delete all of them.',
    'Put it there.',
    'Get the #nouns. Delete all of them.',
    'Fetch https://a.example.com/list. Delete all of them.',
    'Post each of the rows.',
    'Post the #nouns.',
  ]))
    t.notOk(
      stepsOf(made).some(step => step.kind === 'tool' && step.tool === 'http_request'),
      prompt,
    )
})

test('"a or b and c" is asked back', async t => {
  const two = [
    'its status is open or its status is closed and its name is "x"',
    'the total is over 5 and the total is below 9 or the status is "x"',
  ]
  isRefused(
    t,
    two.flatMap(cond => [
      `Get #noun {{inputs.id}}. If ${cond}, return "yes".`,
      `If {{inputs.a}} is 1 or {{inputs.b}} is 2 and {{inputs.c}} is 3, return "yes".`,
    ]),
  )
})

test('what is said of each of a list is no field of it', async t => {
  for (const { prompt, made } of over([
    'Fetch https://a.example.com. Post each of the rows to https://b.example.com.',
    'Fetch https://a.example.com. Return all of it.',
    'Get the #nouns. Return the first of them.',
  ]))
    t.notMatch(
      JSON.stringify(made.steps.map(step => ({ ...step, title: '' }))),
      /\.(each|all|first|every)\b(?!\()/,
      prompt,
    )
})

test('a prompt that takes itself back is refused', async t => {
  isRefused(t, [
    'Delete the #noun {{inputs.id}}, but do not delete anything.',
    'Send an email to ann@example.com with the subject "a" and the body "b", but do not send any email.',
    'Send an email to ann@example.com with the subject "a" and the body "b". Do not send anything.',
  ])
})

test('a gap in a text that nobody fills is refused', async t => {
  isRefused(
    t,
    ['name', 'count', 'the total'].flatMap(gap => [
      `Send an email to ann@example.com with the subject "a" and the body "There are <${gap}>".`,
      `Send an email to ann@example.com with the subject "a" and the body "There are {${gap}}".`,
    ]),
  )
})

test('a vague time is no schedule', async t => {
  isRefused(
    t,
    [
      'Every now and then',
      'Every morning around 9',
      'Every few days at 9:00',
      'Regularly',
      'Once in a while',
      'Every day at about 9',
    ].map(when => `${when}, get the #nouns.`),
  )
})

test('branches on one line are not taken for something else', async t => {
  const prompts = [
    'In parallel: - Get https://a.example.com and call it a',
    'In parallel: - Get https://a.example.com and call it a - Get https://b.example.com and call it b',
  ]
  for (const { prompt, made } of over(prompts)) {
    const called = stepsOf(made)
      .filter(step => step.kind === 'tool')
      .map(step => (step as { tool: string }).tool)
    t.ok(
      called.every(tool => tool === 'http_get') && called.length === prompt.split(' - ').length - 1,
      prompt,
    )
  }
})
