// The part of the recorded answers that every `npm test` replays: each domain, each kind of step that was
// played. Beside it what was written here by hand: requests in other languages that mean the same as one of
// the corpus (languages.json), wrong first answers as models give them, which the recorded ones repair
// (mistakes.json), and kinds of steps that no answer needed (kinds.json).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../domain/json.ts'
import { blocks } from '../../../domain/plan/blocks/blocks.ts'
import type { Prompt, PromptDomain } from '../corpus/prompts.ts'
import type { Playing } from './play.ts'
import { answersTo, playedDomains, type Recorded, readRecorded } from './recorded.ts'

/** In another language: its quotes are in that language, its plan is the recorded one. */
export interface Translated {
  readonly language: string
  /** Id of the prompt. */
  readonly means: string
  readonly prompt: string
  readonly quotes: { readonly [step: string]: string }
}

export interface Mistake {
  readonly id: string
  readonly mistake: string
  /** A pattern for what the planner tells the model. */
  readonly told: string
  readonly answer: JsonObject
}

export interface FurtherKind {
  readonly slug: string
  readonly prompt: Prompt
  readonly answer: JsonObject
}

export const sliceIds = [
  ...['content-04', 'content-14', 'content-17', 'content-22'],
  ...['crm-07', 'crm-12', 'crm-18', 'crm-21'],
  ...['devops-05', 'devops-12', 'devops-20', 'devops-21', 'devops-24'],
  ...['fin-09', 'fin-14', 'fin-15', 'fin-45'],
  ...['hd-17', 'hd-26', 'hd-42', 'hd-45'],
  ...['ppl-01', 'ppl-04', 'ppl-13', 'ppl-34'],
  ...['rent-17', 'rent-21', 'rent-24', 'rent-26', 'rent-29', 'rent-30'],
  ...['vet-05', 'vet-13', 'vet-20'],
]

export const translated = read<readonly Translated[]>('languages')
export const mistakes = read<readonly Mistake[]>('mistakes')
export const furtherKinds = read<readonly FurtherKind[]>('kinds')

export function slicedDomains(): readonly Playing[] {
  return playedDomains().map(domain => {
    const prompts = domain.prompts.filter(({ id }) => sliceIds.includes(id))
    return { domain, prompts, answers: answersTo(prompts, readRecorded(domain.slug)) }
  })
}

export function inOtherWords({ means, prompt, quotes }: Translated): Playing {
  const { domain, meant, recorded } = found(means)
  const answers = recorded[means]!.map(answer => ({ ...answer, quotes }))
  return { domain, prompts: [{ ...meant, prompt }], answers: new Map([[prompt, answers]]) }
}

/** The mistake first, then what was recorded. */
export function mistaken({ id, answer }: Mistake): Playing {
  const { domain, meant, recorded } = found(id)
  return { domain, prompts: [meant], answers: new Map([[meant.prompt, [answer, ...recorded[id]!]]]) }
}

export function further({ slug, prompt, answer }: FurtherKind): Playing {
  const domain = playedDomains().find(each => each.slug === slug)!
  return { domain, prompts: [prompt], answers: new Map([[prompt.prompt, [answer]]]) }
}

function found(id: string): { domain: PromptDomain; meant: Prompt; recorded: Recorded } {
  for (const domain of playedDomains()) {
    const meant = domain.prompts.find(prompt => prompt.id === id)
    if (meant !== undefined) return { domain, meant, recorded: readRecorded(domain.slug) }
  }
  throw new Error(`no prompt is called ${id}`)
}

/** Kinds of steps in the plans of answers. */
export function kindsIn(playings: readonly Playing[]): ReadonlySet<string> {
  const answers = playings.flatMap(playing => [...playing.answers.values()].flat())
  const said = [...JSON.stringify(answers).matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind!)
  return new Set(said.filter(kind => Object.hasOwn(blocks, kind)))
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'))
}
