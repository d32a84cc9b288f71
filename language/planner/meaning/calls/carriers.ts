// Verbs that carry a noun: "make a post", "put the tag on it", "a full refund for order A-1". The noun tells
// the tool, by what it makes or by what it does.
import type { Complement, NounTerm, Np, Post } from '../../grammar/terms.ts'
import { carriers, deeds, undoing } from '../../lexicon/deeds.ts'
import type { ToolModel } from '../../lexicon/tool-model.ts'
import type { State } from '../state.ts'
import { callTool } from './call.ts'
import { isMadeBy } from './parts.ts'
import { type Call, saysItsVerbs, type Way } from './tools.ts'

const fit = { isVerb: true, asNoun: false, asValue: false } as const

export function carrierWays(state: State, call: Call): Way[] {
  if (!call.verb.lemmas.some(lemma => carriers.has(lemma))) return []
  const nps = [call.passive, ...call.parts.map(part => (part.a === 'np' ? part.np : null))].filter(
    (np): np is NounTerm => np?.t === 'noun',
  )
  return nps.flatMap(np => [...madeWays(state, call, np), ...deedWays(state, call, np)])
}

/** "Put the tag "vip" on it" of a tool that adds tags. */
function madeWays(state: State, call: Call, np: NounTerm): Way[] {
  return state.lexicon.tools
    .filter(model => !model.isRead && !saysItsVerbs(model) && !undoing.has(model.verb) && isMadeBy(np, model))
    .map(model => ({ cost: 2, use: () => callTool(state, call, model, fit) }))
}

/** "Make a refund of 10 on order A-1" of a tool that refunds. */
function deedWays(state: State, call: Call, np: NounTerm): Way[] {
  const word = np.head.words.at(-1)!
  const verb = deeds.get(word) ?? word
  const models = state.lexicon.tools.filter(
    model => !model.isRead && (model.verb === verb || (deeds.has(word) && model.verbs.has(verb))),
  )
  if (models.length === 0 || np.det === 'no' || np.head.isPlural || np.head.words.length > 1) return []
  return models.flatMap(model => {
    const own = partsOfDeed(np, model)
    if (own === null) return []
    const others = call.parts.filter(part => !(part.a === 'np' && part.np === np))
    return [
      {
        cost: 0.5,
        use: () =>
          callTool(
            state,
            { ...call, verb: { lemmas: [verb] }, passive: null, parts: [...own, ...others] },
            model,
            fit,
          ),
      },
    ]
  })
}

function partsOfDeed(np: NounTerm, model: ToolModel): Complement[] | null {
  const parts: Complement[] = np.owner === null ? [] : [{ a: 'np', np: np.owner }]
  for (const pre of np.pre) {
    if (pre.p === 'void') continue
    if (pre.p !== 'adjective' || pre.not === true) return null
    parts.push({ a: 'flag', words: pre.words })
  }
  for (const post of np.post) {
    const part = partOf(post)
    if (part === null) return null
    parts.push(part)
  }
  void model
  return parts
}

function partOf(post: Post): Complement | null {
  if (post.p === 'prep')
    return post.prep === 'of' ? { a: 'np', np: post.np } : { a: 'prep', prep: post.prep, np: post.np }
  if (post.p !== 'value') return null
  const np: Np = { t: 'value', value: post.value, span: [0, 0] }
  return { a: 'np', np }
}
