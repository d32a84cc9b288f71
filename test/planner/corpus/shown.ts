// Examples for the documentation: for each thing that prompts say, some writings of it that are right, each
// by another writer. `npm run corpus -- --sentences --show` chooses them, docs/generate/prompt-examples.ts
// shows them, test/planner/shown.test.ts holds them to what they mean.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Judged } from './judge.ts'
import type { Writing } from './sentences.ts'

export interface ShownExample {
  readonly slug: string
  /** Of the meaning. */
  readonly id: string
  readonly writer: string
  readonly prompt: string
}
export interface ShownSection {
  readonly title: string
  readonly examples: readonly ShownExample[]
}

export const shownFile = join(import.meta.dirname, '../../../docs/generate/prompt-examples.json')

/** What a person wants to say, and the tags of the meanings that are about it. */
const sections: readonly (readonly [title: string, tags: RegExp])[] = [
  ['Do something', /^(call by .*|text of fields|create|post|id to record)$/],
  ['Choose which ones', /^(filter.*|only-when|the rest|empty)$/],
  ['Put in order, take some', /^(sort.*|first n|newest|largest|cheapest|top n|last|limit|distinct|extreme)$/],
  ['Give back fields and values', /^(fields.*|several fields|return|object|join|csv|json|values)$/],
  ['Look something up', /^(look-up|related record|compare-fields)$/],
  [
    'Count and compute',
    /^(count|sum|average|maximum|minimum|group|round|percentage|share|difference|product|quotient|totals)$/,
  ],
  ['Texts and dates', /^(text|case|replace|trim|date.*|create-id)$/],
  ['If, unless, otherwise', /^(if|else|otherwise|unless|else-if|do-nothing|and|or|stop|condition)$/],
  ['For each', /^(for each|foreach|loop|go-on)$/],
  ['Ask first', /^(approval.*|branch-approval|denial)$/],
  ['At a time, and how often', /^(schedule|timezone)$/],
  ['Wait, try again, at once, before', /^(wait|wait-until|retry|on-failure|parallel|order)$/],
]

const most = { examples: 10, characters: 170, ofMeaning: 2 } as const

/** @param judged of writers that rules may be made for */
export function keepShown(judged: readonly (Judged & { readonly slug: string })[]): readonly ShownSection[] {
  const right = judged.filter(({ verdict, isPartly }) => verdict === 'right' && !isPartly)
  const taken = new Set<string>()
  const shown = sections.map(([title, tags]): ShownSection => {
    const about = right.filter(({ prompt }) => tags.test(prompt.covers?.[0] ?? ''))
    return { title, examples: chosen(about, taken) }
  })
  writeFileSync(shownFile, `${JSON.stringify(shown, null, 2)}\n`)
  return shown
}

/** The shortest of each meaning first, then the longest that still are short: people write in both ways. */
function chosen(judged: readonly (Judged & { readonly slug: string })[], taken: Set<string>): ShownExample[] {
  const byMeaning = Map.groupBy(judged, ({ prompt }) => prompt.id)
  const examples: ShownExample[] = []
  for (let turn = 0; turn < most.ofMeaning; turn++)
    for (const writings of byMeaning.values()) {
      const short = writings
        .filter(({ prompt: { prompt } }) => prompt.length <= most.characters && !taken.has(prompt))
        .sort((a, b) => a.prompt.prompt.length - b.prompt.prompt.length)
      const one = turn === 0 ? short[0] : short.at(-1)
      if (one === undefined || examples.length === most.examples) continue
      const { id, writer, prompt } = one.prompt as Writing
      taken.add(prompt)
      examples.push({ slug: one.slug, id, writer, prompt })
    }
  return examples
}
