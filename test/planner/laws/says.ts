// Whether a prompt says a tool in its author's words: its verb, and the thing that it is done to.
import type { Step } from '../../../domain/plan/plan.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { lemmasOf } from '../../../language/planner/lattice/lemmas.ts'
import { commands } from '../../../language/planner/lexicon/commands.ts'
import { readVerbs } from '../../../language/planner/lexicon/verbs.ts'

/** Those that are done by others than the built-in pure ones. */
export function calledBy(steps: readonly Step[], tools: readonly HubTool[]): readonly HubTool[] {
  return toolsIn(steps, tools).filter(({ effect }) => effect !== 'pure')
}

export function toolsIn(steps: readonly Step[], tools: readonly HubTool[]): readonly HubTool[] {
  return steps.flatMap(step => {
    if (step.kind !== 'tool') return []
    return tools.find(each => each.name === step.tool && each.server === step.server) ?? []
  })
}

/**
 * The verb is one of its words, and so is another word outside of quotes and placeholders. All verbs of
 * reading are one: "download the page" is said of what reads a page.
 */
export function saysTheSame(tool: HubTool, prompt: string): boolean {
  const [verb, ...rest] = prompt.replace(/"[^"]*"|\{\{[^}]*\}\}/g, ' ').split(/\s+/)
  const own = wordsOf(tool)
  const says = (word: string) => wordsIn(word).some(each => own.has(each))
  const gets = (word: string) =>
    readVerbs.has(word) || commands.get(word)?.some(each => /^(get|return)$/.test(each))
  const isRead = tool.effect === 'read' && wordsIn(verb!).some(gets)
  return (says(verb!) || isRead) && rest.some(word => word.length > 2 && says(word))
}

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
