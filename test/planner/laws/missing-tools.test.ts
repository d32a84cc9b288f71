// What a plan may not come to where the tool is not there: the example of each tool, without that tool, is
// refused, or read by another one that says the same verb and the same thing. Never is something else done,
// and never nothing. Pure tools are left out: an expression or a built-in sibling may well compute the same.
import { test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { lemmasOf } from '../../../domain/planner/lattice/lemmas.ts'
import { readVerbs } from '../../../domain/planner/lexicon/verbs.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../../../rpc/first-party/first-party.ts'
import { ready, stepsOf } from './given.ts'

const offered = (tool: HubTool & { run?: unknown }): HubTool => {
  const { run: _, ...definition } = tool
  return definition
}
const builtins = builtinTools.map(tool => offered({ ...tool, server: null }))
const servers = firstPartyServers.map(({ slug, tools }) => ({
  slug,
  tools: tools.map(tool => offered({ ...tool, server: slug })),
}))
const everything = [...builtins, ...servers.flatMap(({ tools }) => tools)]
const doing = everything.filter(({ effect }) => effect !== 'pure')

/** Each server alone with what is built in. */
const alones = servers.map(({ slug, tools }) => [slug, [...builtins, ...tools]] as const)

/** The examples take from earlier steps what comes from the inputs here. */
const alone = (prompt: string) => prompt.replaceAll('{{steps.', '{{inputs.')

/** What its author says of it, each word in every form. */
function wordsOf({
  name,
  title,
  description,
  keywords,
  examples,
  inputSchema,
}: HubTool): ReadonlySet<string> {
  const values = [...JSON.stringify(inputSchema).matchAll(/"x-value-words":(\{.*?\})/g)].map(
    ([, words]) => words!,
  )
  const said = [name.replaceAll('_', ' '), title, description.split('.')[0]!, ...keywords, ...values]
  const shown = examples.map(({ prompt }) => prompt.split(' ')[0]!)
  return new Set([...said, ...shown].flatMap(wordsIn))
}

function wordsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(/https?:|[a-z]+/g) ?? []
  return words.flatMap(word => (word.startsWith('http') ? ['http'] : lemmasOf(word)))
}

/** Those that are done by others than the built-in pure ones. */
function calledBy(steps: readonly Step[], tools: readonly HubTool[]): readonly HubTool[] {
  return steps.flatMap(step => {
    const tool =
      step.kind === 'tool'
        ? tools.find(each => each.name === step.tool && each.server === step.server)
        : undefined
    return tool === undefined || tool.effect === 'pure' ? [] : [tool]
  })
}

/**
 * The verb is one of its words, and so is another word outside of quotes and placeholders. All verbs of
 * reading are one: "download the page" is said of what reads a page.
 */
function saysTheSame(tool: HubTool, prompt: string): boolean {
  const [verb, ...rest] = prompt.replace(/"[^"]*"|\{\{[^}]*\}\}/g, ' ').split(/\s+/)
  const own = wordsOf(tool)
  const says = (word: string) => wordsIn(word).some(each => own.has(each))
  const isRead = tool.effect === 'read' && wordsIn(verb!).some(each => readVerbs.has(each))
  return (says(verb!) || isRead) && rest.some(word => word.length > 2 && says(word))
}

test('without its tool, an example is refused or read by another that says the same', async t => {
  for (const tool of doing)
    for (const { prompt: shown } of tool.examples) {
      const prompt = alone(shown)
      const installed = [
        everything.filter(each => each !== tool),
        everything.filter(each => each !== tool && [null, tool.server].includes(each.server)),
        // A built-in tool is always there: without it, everything is tried at once.
        ...(tool.server === null
          ? []
          : [builtins, ...alones.filter(([slug]) => slug !== tool.server).map(([, tools]) => tools)]),
      ]
      for (const tools of installed) {
        const made = ready(prompt, tools)
        if (made === null) continue
        const called = calledBy(stepsOf(made), tools)
        const told = `${prompt}: ${JSON.stringify(made.steps.map(({ span: _, title: __, ...step }) => step))}`
        t.ok(called.length > 0, told)
        t.ok(
          called.every(each => saysTheSame(each, prompt)),
          told,
        )
      }
    }
})
