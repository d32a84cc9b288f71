// The corpus, every prompt of it, in this process: nothing is silently wrong but what is known to be
// (corpus/known.json), and no fewer prompts are right than before (corpus/floor.json).
import { type Test, test } from 'tap'
import { floorOf, readFloor, readKnown } from './corpus/floor.ts'
import { type Judged, judge } from './corpus/judge.ts'
import { findDomains, type PromptDomain, strangeExpectations } from './corpus/prompts.ts'
import { openShop } from './corpus/shop.ts'

const known = new Map(readKnown().map(({ id, reason }) => [id, reason]))
const floor = readFloor()
const domains = findDomains([])

async function judgeAll(t: Test, domain: PromptDomain): Promise<readonly Judged[]> {
  const shop = await openShop(domain)
  t.teardown(() => shop.hub.close())
  const all: Judged[] = []
  for (const prompt of domain.prompts) all.push(await judge(prompt, shop))
  return all
}

test('the corpus is there, and its expectations could happen', async t => {
  t.ok(domains.length >= 6)
  t.strictSame(domains.flatMap(strangeExpectations), [])
  const ids = domains.flatMap(({ prompts }) => prompts.map(({ id }) => id))
  t.equal(new Set(ids).size, ids.length, 'every id is used once')
  t.strictSame(
    [...known.keys()].filter(id => !ids.includes(id)),
    [],
    'what is known is there',
  )
})

for (const domain of domains) {
  test(`${domain.slug}: nothing is silently wrong, and what was right is right`, async t => {
    const all = await judgeAll(t, domain)
    const wrong = all.filter(({ verdict }) => verdict === 'silently wrong' || verdict === 'error')
    for (const { prompt, verdict, why } of wrong)
      t.ok(known.has(prompt.id), `${prompt.id} is ${verdict}: ${why}\n${prompt.prompt}`)
    for (const { prompt } of all)
      if (known.has(prompt.id) && !wrong.some(each => each.prompt === prompt))
        t.comment(`${prompt.id} is no longer wrong: take it out of known.json`)
    const { right, rightlyRefused } = floorOf(all)!
    const least = floor[domain.slug] ?? { right: 0, rightlyRefused: 0 }
    const keep = 'npm run corpus -- --keep keeps another floor'
    t.ok(right >= least.right, `${right} are right, of at least ${least.right}: ${keep}`)
    t.ok(
      rightlyRefused >= least.rightlyRefused,
      `${rightlyRefused} of ${least.rightlyRefused} refused: ${keep}`,
    )
  })
}
