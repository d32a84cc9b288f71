// Groups that are made in a step of their own: what "each group" is afterwards, and that they are never lost.
import { test } from 'tap'
import { planned } from '../corpus/judge.ts'
import { findDomains } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'

const shop = await openShop(findDomains(['crm'])[0]!, { hasFirstParty: false })
await shop.hub.close()

async function stepsOf(prompt: string): Promise<string> {
  const { status, plan } = await planned(prompt, shop)
  return `${status} ${JSON.stringify(plan.steps)}`
}

const counted =
  /"field":"stage".*steps\.groups\.map\(group, \{\\"stage\\": group\.key, \\"count\\": size\(group\.items\)\}\)/
for (const prompt of [
  'List the deals. Group them by stage. Count each group. Return the counts.',
  'List the deals. Group them by stage and count each group. Return the counts.',
  'List the deals. Group them by stage. Count the deals per group. Return the counts.',
  'List the deals, group them by stage, and return the number in each group.',
])
  test(`groups are those that were made: ${prompt}`, async t => {
    t.match(await stepsOf(prompt), counted)
  })

test('a figure of each group is that of its items', async t => {
  for (const each of ['Sum the amounts of each group', 'Sum the amounts per group'])
    t.match(
      await stepsOf(`List the deals. Group them by stage. ${each}. Return the sums.`),
      /"total\\": sum\(group\.items\.map\(item, item\.amount\)\)/,
    )
})

test('groups are given back as such, and made once', async t => {
  t.match(await stepsOf('List the deals. Group them by stage. Return the result.'), /"\$":"steps\.groups"/)
  const steps = await stepsOf('List the deals. Group them by stage and sum up the amount for each stage.')
  t.equal(steps.match(/list_group/g)?.length, 1)
})

test('groups that nothing is done with are no list as it was', async t => {
  for (const rest of ['Return the deals.', 'Return the amounts of the deals.'])
    t.match(await stepsOf(`List the deals. Group them by stage. ${rest}`), /^needs_review/)
})
