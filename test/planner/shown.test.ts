// Every example of the page about prompts is what a person wrote, and does what that person meant.
import { readFileSync } from 'node:fs'
import { test } from 'tap'
import { judge } from './corpus/judge.ts'
import { findWritings } from './corpus/sentences.ts'
import { openShop } from './corpus/shop.ts'
import { type ShownSection, shownFile } from './corpus/shown.ts'

const sections: readonly ShownSection[] = JSON.parse(readFileSync(shownFile, 'utf8'))
const examples = sections.flatMap(section => section.examples)

for (const domain of findWritings({ named: [...new Set(examples.map(({ slug }) => slug))] }))
  test(`the examples that are shown of ${domain.slug} do what they say`, async t => {
    const shop = await openShop(domain)
    t.teardown(() => shop.hub.close())
    for (const { id, writer, prompt } of examples.filter(({ slug }) => slug === domain.slug)) {
      const writing = domain.prompts.find(each => each.id === id && each.prompt === prompt)
      t.ok(writing, `${id} of ${writer} is written so`)
      if (writing === undefined) continue
      const { verdict, why } = await judge(writing, shop)
      t.equal(verdict, 'right', `${prompt}: ${why}`)
    }
  })
