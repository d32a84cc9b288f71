// Finds tools by name and by words. Called by the compiler, the planner, the marketplace and /rpc. An array
// of tools gets its index at the first search (the hub hands out the same array until something changes).
import MiniSearch from 'minisearch'
import { type HubTool, offeredName } from './tool.ts'
import type { WithheldTool, WithheldTools } from './tool-settings.ts'

export interface ToolMatch {
  readonly tool: HubTool
  readonly score: number
}

export interface ToolSearch {
  /** By offered name (`slug__name`, or the plain name of a built-in tool), in any case. */
  named(name: string): HubTool | null
  /** By words; the best first, at most 12. */
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

/** Word stems, as plain as can be: `orders` finds `order`, `fetches` finds `fetch`. */
export function stem(word: string): string {
  const lower = word.toLowerCase()
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  if (lower.length > 4 && /(ch|sh|ss|x|z)es$/.test(lower)) return lower.slice(0, -2)
  return lower.length > 3 && lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower
}

const fields = ['name', 'title', 'keywords', 'description', 'examples'] as const
/** A match in a name says more than one in a description. */
const boost = { name: 3, title: 3, keywords: 2.5, description: 0.7, examples: 0.5 }

function build(tools: readonly HubTool[]): Index {
  const byName = new Map(tools.map(tool => [offeredName(tool).toLowerCase(), tool]))
  const index = new MiniSearch({
    fields: [...fields],
    tokenize: text => text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== ''),
    processTerm: stem,
    searchOptions: { boost, combineWith: 'OR' },
  })
  index.addAll(tools.map(documentOf))
  return {
    named: name => byName.get(name.toLowerCase()) ?? null,
    matching: words =>
      index
        .search(words)
        .slice(0, 12)
        .map(({ id, score }) => ({ tool: tools[id as number]!, score })),
  }
}

function documentOf(tool: HubTool, id: number) {
  return {
    id,
    name: offeredName(tool),
    title: tool.title,
    keywords: tool.keywords.join(' '),
    description: tool.description,
    examples: tool.examples.map(example => example.prompt).join(' '),
  }
}
