// Another workflow as a step: its inputs by the names that the author gives them.
import type { Head, Statement } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { any } from '../../lexicon/types.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { celOf } from '../values.ts'

/** The name of a value as the author writes it: "items" is none of "item". */
export function keySaid({ title }: State, { words, isPlural }: Head): string {
  const last = words.at(-1)!
  const said = title.split(/[^\p{L}\p{N}_]+/u).find(word => singularOf(word.toLowerCase()).singular === last)
  return [...words.slice(0, -1), isPlural ? (said ?? last) : last].join('_')
}

export function run(state: State, { name, inputs: said, span }: Extract<Statement, { s: 'run' }>): void {
  const inputs: Record<string, unknown> = {}
  for (const part of said) {
    if (part.a !== 'label') return dead('under which name?', span)
    const key = keySaid(state, part.name)
    if (Object.hasOwn(inputs, key)) dead(`"${key}" is said twice`, span)
    const val = resolve(state, part.np)
    inputs[key] = argument(val.cel === null ? { ...val, cel: celOf(state, val) } : val)
  }
  const cel = state.emit({
    id: state.newId(`run ${name}`),
    kind: 'workflow',
    workflow: name,
    inputs,
  } as never)
  state.refer(['result', 'run', 'workflow', 'answer', 'output'], { cel, type: any })
}
