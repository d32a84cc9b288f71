// Finds tools by name and by words. Called by the compiler, the planner, the marketplace and /rpc. An array
// of tools gets its index at the first search (the hub hands out the same array until something changes).
import MiniSearch, { type MatchInfo } from 'minisearch'
import { type HubTool, offeredName } from '../tool.ts'
import type { WithheldTool, WithheldTools } from '../tool-settings.ts'
import { meaning, soughtIn, wordsOf } from './search-words.ts'

export interface ToolMatch {
  readonly tool: HubTool
  readonly score: number
}

export interface ToolSearch {
  /** By offered name (`slug__name`, or the plain name of a built-in tool), in any case. */
  named(name: string): HubTool | null
  /** By words: those first that have most of what is sought; of these the best, at most 12. */
  matching(words: string): readonly ToolMatch[]
  /** Why the tool with this offered name cannot be used; null when there is no such tool. */
  withheld(name: string): WithheldTool['status'] | null
}

type Index = Omit<ToolSearch, 'withheld'>

const searches = new WeakMap<readonly HubTool[], Index>()

/** @param withheld tools that exist but cannot be used; their names are known too */
export function toolSearch(tools: readonly HubTool[], withheld?: WithheldTools): ToolSearch {
  let search = searches.get(tools)
  if (search === undefined) {
    search = build(tools)
    searches.set(tools, search)
  }
  return { ...search, withheld: name => withheld?.get(name) ?? null }
}

const fields = ['name', 'title', 'keywords', 'description', 'examples'] as const
/** A tool for the right thing is nearer than one that does the right deed to another. */
const deedWeight = 0.5
/** A match in a name says more than one in a description. */
const boost = { name: 3, title: 3, keywords: 2.5, description: 0.7, examples: 0.5 }

/** Long descriptions mention much: what a tool is called says more. */
const mentionWeight = 0.5

function weightOf(fields: readonly string[]): number {
  return fields.some(field => field !== 'description' && field !== 'examples') ? 1 : mentionWeight
}

function build(tools: readonly HubTool[]): Index {
  const byName = new Map(tools.map(tool => [offeredName(tool).toLowerCase(), tool]))
  const index = new MiniSearch({
    fields: [...fields],
    tokenize: wordsOf,
    processTerm: meaning,
    searchOptions: { boost, combineWith: 'OR' },
  })
  index.addAll(tools.map(documentOf))
  return {
    named: name => byName.get(name.toLowerCase()) ?? null,
    matching: words => {
      const { things, deeds } = soughtIn(words)
      const weights = new Map([
        ...deeds.map(word => [meaning(word), deedWeight] as const),
        ...things.map(word => [meaning(word), 1] as const),
      ])
      const results = index.search([...weights.keys()].join(' '))
      const rarity = rarityIn(results, tools.length)
      const covered = (match: MatchInfo) =>
        Object.entries(match).reduce(
          (sum, [term, at]) => sum + (weights.get(term) ?? 0) * rarity(term) * weightOf(at),
          0,
        )
      return results
        .map(({ id, score, match }) => ({ id, score, covered: covered(match) }))
        .sort((a, b) => b.covered - a.covered || b.score - a.score)
        .slice(0, 12)
        .map(({ id, score }) => ({ tool: tools[id as number]!, score }))
    },
  }
}

/** A word that few tools have says more: of "remove everything, then look up a record" each part counts. */
function rarityIn(results: readonly { readonly queryTerms: readonly string[] }[], count: number) {
  const found = new Map<string, number>()
  for (const { queryTerms } of results)
    for (const term of new Set(queryTerms)) found.set(term, (found.get(term) ?? 0) + 1)
  return (term: string) => Math.log(1 + count / (found.get(term) ?? count))
}

function documentOf(tool: HubTool, id: number) {
  return {
    id,
    name: `${offeredName(tool)} ${parted(tool.name)}`,
    title: tool.title,
    keywords: tool.keywords.join(' '),
    description: tool.description,
    examples: tool.examples.map(example => example.prompt).join(' '),
  }
}

/** `deleteInvoice` has the words delete and invoice. */
function parted(name: string): string {
  return /\p{Ll}\p{Lu}/u.test(name) ? name.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ') : ''
}
