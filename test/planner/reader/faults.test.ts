// Why a prompt is not understood, what could be written instead, and what could be written at a place.
import tap, { test } from 'tap'
import { diagnose } from '../../../language/planner/faults/diagnose.ts'
import { fixesFor } from '../../../language/planner/faults/fixes.ts'
import { lexiconOf } from '../../../language/planner/lexicon/tool-model.ts'
import { plan } from '../../../language/planner/planner.ts'
import { read } from '../../../language/planner/reader.ts'
import { suggest } from '../../../language/planner/suggest.ts'
import { domainsFolder, loadDomain } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'

const shop = await openShop(loadDomain(`${domainsFolder}/crm.json`))
const { tools } = shop
tap.teardown(() => shop.hub.close())

const said = (prompt: string) => diagnose(read(prompt, tools, { timeZone: 'UTC' }), tools)
const reads = (prompt: string) => {
  const { steps, diagnostics } = read(prompt, tools, { timeZone: 'UTC' })
  return steps.length > 0 && diagnostics.length === 0
}

test('words that are left over are quoted, with their place', async t => {
  const prompt = 'List the deals quietly nonetheless %% twice.'
  const [first] = said(prompt)
  t.match(first, { code: 'UNREAD_WORDS', message: /is not understood here: / })
  const quoted = /^"(\S+)/.exec(first!.message)![1]!
  t.ok(prompt.slice(first!.span![0]).startsWith(quoted.replace(/"$/, '')))
})

test('every sentence that does not parse has its own diagnostic', async t => {
  const all = said('List )) the deals. List the deals. Return (( the deals.')
  t.equal(all.length, 2)
  t.ok(all[0]!.span![1] < all[1]!.span![0])
})

test('a slip names the word that it is near to, and the fix writes it', async t => {
  const prompt = 'List the deels with the stage "won". Return the number of the deals.'
  const result = read(prompt, tools, { timeZone: 'UTC' })
  t.equal(result.steps.length, 0)
  const fixes = fixesFor(result, prompt, tools, reads)
  t.match(fixes, [{ title: /"deals" instead of "deels"/, prompt: prompt.replace('deels', 'deals') }])
})

test('a text that lacks its quotes gets them', async t => {
  const fixed = (prompt: string) => fixesFor(read(prompt, tools, { timeZone: 'UTC' }), prompt, tools, reads)
  t.match(fixed('Add the tag early bird to customer cus_6'), [
    { title: 'Put "early bird" in quotes', prompt: 'Add the tag "early bird" to customer cus_6' },
  ])
  t.match(fixed('E-mail customer cus_6.\nSubject: Spring offer\nBody: Have a look.'), [
    { prompt: 'E-mail customer cus_6.\nSubject: "Spring offer"\nBody: "Have a look."' },
  ])
  t.same(fixed('E-mail "blorf" gently %%'), [], 'nothing is dropped')
})

test('where the work is spent, what is wrong is said all the same', async t => {
  const prompt = `Blorf the deals.\n- ${'list the deal of the customer with the name and '.repeat(30)}`
  t.match(plan(prompt, tools), { status: 'needs_review', diagnostics: [{ severity: 'error' }] })
})

test('judgement that no tool has is told as such', async t => {
  for (const prompt of [
    'Summarize the deals.',
    'Translate the note to French.',
    'List the suspicious deals.',
  ])
    t.match(said(prompt)[0], { code: 'NEEDS_MODEL' }, prompt)
})

test('what is suggested begins as what is typed, and comes from the tools first', async t => {
  const at = (prompt: string) => suggest(prompt, prompt.length, tools)
  t.match(at('Li'), { from: 0 })
  t.ok(at('Li').suggestions.some(({ text, kind }) => text === 'list' && kind === 'tool'))
  const deals = at('List the dea')
  t.equal(deals.from, 9)
  t.ok(deals.suggestions.some(({ text }) => text === 'deals'))
  t.ok(deals.suggestions.every(({ text }) => text.startsWith('dea')))
  t.ok(at('').suggestions.length > 0)
  t.ok(at('').suggestions.length <= 20)
  t.strictSame(at('Post "hello the').suggestions, [], 'a text is the own of the author')
  const texts = at('List the ').suggestions.map(({ text }) => text)
  t.equal(new Set(texts).size, texts.length)
})

test('what was seen of results serves where a tool has no schema', async t => {
  const list = tools.find(({ name }) => name === 'list_deals')!
  const { outputSchema, ...rest } = list
  const bare = { ...rest, outputSchema: null, description: 'Lists deals' }
  const entityOf = (tool: typeof bare) => lexiconOf([tool]).entities.get('deal')
  t.strictSame(entityOf(bare)?.fields, [])
  const seen = entityOf({ ...bare, observedOutput: outputSchema! })!
  t.ok(seen.fields.some(({ name }) => name === 'stage'))
  t.ok(
    seen.fields.every(({ isSure }) => !isSure),
    'another result may lack them',
  )
  t.notOk(seen.isClosed, 'and have others')
})
