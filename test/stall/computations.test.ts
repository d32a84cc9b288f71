import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  builtinTools as builtin,
  confinedTools,
  expressionFunctions,
  expressionOperators,
  firstPartyTools,
  schemaKeywords as keywords,
} from '../../domain/budgets/computations.ts'
import { functions } from '../../domain/expression/functions.ts'
import { binaryOperators } from '../../domain/expression/values.ts'
import { schemaKeywords } from '../../domain/schema/check/keywords.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../../rpc/first-party/first-party.ts'

const sorted = (names: Iterable<string>) => [...names].sort()

t.test('whatever computes for a user stands on the list of computations', async t => {
  t.same(sorted(expressionFunctions.names), sorted(Object.keys(functions)), 'functions of expressions')
  t.same(sorted(expressionOperators.names), sorted(Object.keys(binaryOperators)), 'operators')
  t.same(sorted(keywords.names), sorted(schemaKeywords), 'keywords of schemas')
  const pure = builtinTools.filter(tool => tool.effect === 'pure').map(({ name }) => name)
  t.same(sorted(builtin.names), sorted(pure), 'built-in tools')
})

t.test('a tool of ours that calls nobody computes in a thread that can be ended, or pays', async t => {
  const listed = new Set([...firstPartyTools.names, ...confinedTools.names])
  for (const { slug, tools } of firstPartyServers) {
    // These reach the outside, and what comes back is bounded there.
    if (!['calendar', 'documents', 'spreadsheet', 'text-json'].includes(slug)) continue
    for (const { name } of tools) {
      t.ok(listed.has(`${slug}__${name}`), `${slug}__${name}`)
      if (!confinedTools.names.includes(`${slug}__${name}`)) continue
      const file = name.endsWith('_yaml') ? 'yaml' : name.replaceAll('_', '-')
      const source = readFileSync(
        new URL(`../../rpc/first-party/${slug}/${file}.ts`, import.meta.url),
        'utf8',
      )
      t.match(source, /runConfined</, `${slug}__${name} is confined`)
    }
  }
})
