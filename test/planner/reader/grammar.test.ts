// The grammar is its examples: each rule reads those that it gives, whole and by itself, over tools of nine
// kinds.
import { test } from 'tap'
import { Chart, grammarOf, type Rule } from '../../../language/planner/chart/chart.ts'
import { rules } from '../../../language/planner/grammar/rules.ts'
import { terminals, type Words } from '../../../language/planner/grammar/terminals.ts'
import { tokensOf } from '../../../language/planner/lattice/tokens.ts'
import { lexiconOf } from '../../../language/planner/lexicon/tool-model.ts'
import { findDomains } from '../corpus/prompts.ts'
import { findWritings } from '../corpus/sentences.ts'
import { openShop } from '../corpus/shop.ts'

/** Forms that only mean something with more before or after them have no example of their own. */
const mostWithout = 57

const domains = [
  ...findDomains(['crm', 'finance', 'helpdesk', 'content', 'people', 'devops']),
  ...findWritings({ writers: ['olga'] }),
]
const applied = new Set<Rule>()
let length = 0
const grammar = grammarOf<Words>(
  rules.map(rule => ({
    ...rule,
    meaning: (parts, at) => {
      const value = rule.meaning(parts, at)
      if (value !== null && value !== undefined && at.start === 0 && at.end === length) applied.add(rule)
      return value
    },
  })),
  terminals,
)

test('every rule reads its examples', async t => {
  const shops = await Promise.all(domains.map(domain => openShop(domain)))
  t.teardown(() => Promise.all(shops.map(shop => shop.hub.close())))
  const tools = new Map(
    shops.flatMap(shop => shop.tools.map(tool => [`${tool.server} ${tool.name}`, tool] as const)),
  )
  const words: Words = { lexicon: lexiconOf([...tools.values()]), names: new Set() }
  const unread = rules.flatMap(rule => (rule.examples ?? []).filter(example => !reads(rule, example)))

  function reads(rule: Rule, example: string): boolean {
    const tokens = tokensOf(example)
    length = tokens.length
    applied.clear()
    new Chart(grammar, tokens, words).read(rule.category, 0)
    return applied.has(rule)
  }
  t.strictSame(unread, [])
})

test('a rule has examples, two where it has two forms', async t => {
  const without = rules.filter(({ examples = [] }) => examples.length === 0)
  t.ok(without.length <= mostWithout, `${without.length} have none`)
  t.ok(rules.filter(({ examples = [] }) => examples.length > 1).length > 0.85 * rules.length)
})
