// The judge against plans that people wrote (fixtures/hand-written.ts): what it must call right, refused and
// wrong.
import { type Test, test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import { type HandWritten, handWritten } from './fixtures/hand-written.ts'
import { judgePlan, type Verdict } from './judge-plan.ts'
import { domainsFolder, loadDomain, type Prompt, strangeExpectations } from './prompts.ts'
import { openShop, type Shop } from './shop.ts'

async function crm(t: Test): Promise<Shop> {
  const shop = await openShop(loadDomain(`${domainsFolder}/crm.json`))
  t.teardown(() => shop.hub.close())
  return shop
}

function verdictOf({ steps, schedule, expects }: HandWritten, shop: Shop): Promise<Verdict> {
  const compilation = compile({ steps }, { tools: shop.tools, schedule: schedule ?? null })
  const prompt: Prompt = { id: 'x', prompt: 'x', ...expects }
  return judgePlan(prompt, compilation, shop)
}

function wordOf({ verdict, isReady, isPartly }: Verdict): HandWritten['verdict'] {
  return isReady ? 'ready' : isPartly ? 'right as far as seen' : verdict
}

test('every plan written by hand gets its verdict', async t => {
  const shop = await crm(t)
  for (const each of handWritten) {
    const verdict = await verdictOf(each, shop)
    t.equal(wordOf(verdict), each.verdict, `${each.title}: ${verdict.why}`)
  }
})

test('what they expect could happen', async t => {
  const prompts = handWritten.map(({ title, expects }) => ({ id: title, prompt: 'x', ...expects }))
  t.strictSame(strangeExpectations({ ...(await crm(t)).domain, prompts }), [])
})
