// Which tools a verb and its object may mean.
import type { Complement, NounTerm, Np, Statement } from '../../grammar/terms.ts'
import { commands } from '../../lexicon/commands.ts'
import type { Lexicon, ToolModel } from '../../lexicon/tool-model.ts'
import { remembered, stemOf } from '../../lexicon/types.ts'
import { readVerbs, verbGroups } from '../../lexicon/verbs.ts'
import type { State } from '../state.ts'
import { valueSaidOf } from '../values.ts'
import { isOfWeb } from './answers.ts'
import { callTool, type Fit } from './call.ts'
import { carrierWays } from './carriers.ts'

export type Call = Extract<Statement, { s: 'call' }>

export interface Way {
  readonly cost: number
  readonly use: () => void
}

/** The tools that the verb and its words may mean. */
export function toolWays(state: State, call: Call): Way[] {
  let known = candidates.get(state.lexicon)
  if (known === undefined) candidates.set(state.lexicon, (known = new Map()))
  const found = remembered(known, call.verb.lemmas.join(','), () =>
    candidatesFor(state.lexicon, call.verb.lemmas),
  )
  if (call.verb.lemmas.some(lemma => lightVerbs.has(lemma))) {
    const np = call.passive ?? call.parts.flatMap(part => (part.a === 'np' ? [part.np] : []))[0]
    const nominal = np?.t === 'noun' ? wordsOfCall(np, call) : null
    const model =
      nominal === null ? undefined : state.lexicon.tools.find(each => isNominal(each, nominal.words))
    if (model !== undefined && nominal !== null) {
      return [
        {
          cost: 0,
          use: () =>
            callTool(state, { ...call, passive: null, parts: nominal.rest }, model, {
              isVerb: true,
              asNoun: false,
              asValue: false,
              isNominal: true,
            }),
        },
      ]
    }
  }
  const ways = nearestOf(found, call).map(({ model, cost, fit }) => ({
    cost,
    use: () => callTool(state, call, model, fit),
  }))
  return [...ways, ...carrierWays(state, call)]
}

const nearest = new WeakMap<Call, { found: readonly Candidate[]; kept: readonly Candidate[] }>()

/** Of many tools those come first whose nouns are said. A clause is looked at again for every pick in it. */
function nearestOf(found: readonly Candidate[], call: Call): readonly Candidate[] {
  const known = nearest.get(call)
  if (known?.found === found) return known.kept
  const heads = headsOf([call.passive, ...call.parts.map(part => ('np' in part ? part.np : null))])
  const isNamed = ({ nouns, aliases }: ToolModel) => heads.some(head => nouns.has(head) || aliases.has(head))
  const ranked = found.map(candidate => ({ candidate, near: isNamed(candidate.model) ? 0 : 1 }))
  ranked.sort((a, b) => a.near - b.near || a.candidate.cost - b.candidate.cost)
  const kept = ranked.slice(0, mostTools).map(({ candidate }) => candidate)
  nearest.set(call, { found, kept })
  return kept
}

/** A verb such as "get" is that of a hundred tools of a large catalog. */
const mostTools = 12

function headsOf(nps: readonly (Np | null)[]): readonly string[] {
  return nps.flatMap((np): readonly string[] => {
    if (np?.t === 'list') return headsOf(np.items)
    if (np?.t !== 'noun') return np?.t === 'value' && 'text' in np.value ? [np.value.text.toLowerCase()] : []
    const { words } = np.head
    return [words.join(' '), words.at(-1)!, ...headsOf([np.owner])]
  })
}

const lightVerbs = new Set([
  'run',
  'do',
  'make',
  'perform',
  'carry out',
  'start',
  'execute',
  'conduct',
  'trigger',
  'launch',
])

/** "run the credit check for customer cus_6": a noun of the words of a tool, and the rest of the clause. */
function wordsOfCall(
  np: NounTerm,
  call: Call,
): { words: readonly string[]; rest: readonly Complement[] } | null {
  if (np.pre.some(pre => pre.p !== 'only')) return null
  // "the credit check" may be the check of a credit.
  if (np.owner !== null) {
    const { owner } = np
    if (owner.t !== 'noun' || owner.owner !== null || owner.pre.length + owner.post.length > 0) return null
    return wordsOfCall(
      { ...np, owner: null, head: { ...np.head, words: [...owner.head.words, ...np.head.words] } },
      { ...call, parts: call.parts.filter(part => !(part.a === 'np' && part.np === np)) },
    )
  }
  const others = call.parts.filter(part => !(part.a === 'np' && part.np === np))
  const post = np.post.flatMap((each): Complement[] =>
    each.p === 'prep' ? [{ a: 'prep', prep: each.prep, np: each.np }] : [],
  )
  if (post.length < np.post.length) return null
  const [next] = others
  const isCompound =
    next?.a === 'np' &&
    next.np.t === 'noun' &&
    next.np.det === null &&
    next.np.owner === null &&
    next.np.pre.length === 0 &&
    np.post.length === 0
  if (!isCompound) return { words: np.head.words, rest: [...post, ...others] }
  const more = (next.np as NounTerm).post.flatMap((each): Complement[] =>
    each.p === 'prep' ? [{ a: 'prep', prep: each.prep, np: each.np }] : [],
  )
  return more.length < (next.np as NounTerm).post.length
    ? null
    : { words: [...np.head.words, ...(next.np as NounTerm).head.words], rest: [...more, ...others.slice(1)] }
}

function isNominal(model: ToolModel, words: readonly string[]): boolean {
  const own = new Set([...model.object.split(' '), model.verb].map(stemOf))
  return words.length > 1 && own.size === words.length && words.every(word => own.has(stemOf(word)))
}

/** A verb that needs no tool says less of one. */
export function isEveryones(verbs: readonly string[], { tool }: ToolModel): boolean {
  return !isOfWeb(tool) && verbs.some(verb => commands.has(verb))
}

interface Candidate {
  readonly model: ToolModel
  readonly cost: number
  readonly fit: Fit
}

const candidates = new WeakMap<Lexicon, Map<string, readonly Candidate[]>>()

/** "Comment on it" makes a comment; "order" is no refund of one. */
const makes = /^(create|add|send|post|write|make|open|new|leave|email|mail|publish)$/

/** "reopen it": the verb is the value of an argument. */
function isValueOf({ args }: ToolModel, verbs: readonly string[]): boolean {
  return args.some(
    ({ type }) => type.k === 'text' && verbs.some(verb => isMeantBy(verb, valueSaidOf(type, verb))),
  )
}

/** "Return its price" says nothing of the channel `returns`: a verb of everybody is no value by its stem. */
export function isMeantBy(verb: string, value: string | null): boolean {
  return value !== null && (!commands.has(verb) || value.toLowerCase() === verb)
}

/** Its author gave keywords, verbs first: no other verb is meant. */
export function saysItsVerbs({ tool }: ToolModel): boolean {
  return tool.keywords.length > 0
}

/** Tools by a verb: their own, one in a line with it, a noun or a value that is used as a verb. */
function candidatesFor({ tools, own, entities }: Lexicon, lemmas: readonly string[]): readonly Candidate[] {
  const groups = new Set(
    lemmas.flatMap(lemma => [
      ...(verbGroups.get(lemma.split(' ')[0]!) ?? []),
      ...(verbGroups.get(lemma) ?? []),
    ]),
  )
  const verbs = lemmas.flatMap(lemma => (lemma.includes(' ') ? [lemma, lemma.split(' ')[0]!] : [lemma]))
  const ours = own.flatMap((model): Candidate[] =>
    verbs.some(verb => model.verbs.has(verb))
      ? [
          {
            model,
            cost: isEveryones(verbs, model) ? 2 : 0.5,
            fit: { isVerb: true, asNoun: false, asValue: isValueOf(model, verbs) },
          },
        ]
      : [],
  )
  const theirs = tools.flatMap((model): Candidate[] => {
    const isVerb = verbs.some(verb => model.verbs.has(verb) || model.verb === verb)
    const asNoun = verbs.some(
      verb =>
        (!entities.has(verb) || makes.test(model.verb)) &&
        [...model.nouns, ...model.aliases].some(noun => noun === verb || noun.split(' ').at(-1) === verb),
    )
    const asValue = isValueOf(model, verbs)
    const isNear =
      !saysItsVerbs(model) &&
      [...model.groups].some(group => groups.has(group) && (group === 'read') === model.isRead)
    if (!isVerb && !asNoun && !asValue && !isNear) return []
    if (model.isRead && !isVerb && !isNear) return []
    const cost = isVerb ? 0 : asNoun && !model.isRead ? 1 : isNear ? 2 : 3
    // "Share the object" is said of the tool that shares; "get", "list" and the like are rather queries.
    const isQuery = model.isRead && (!isVerb || verbs.some(verb => readVerbs.has(verb)))
    return [{ model, cost: cost + (isQuery ? 3 : 0), fit: { isVerb: isVerb || isNear, asNoun, asValue } }]
  })
  return [...theirs, ...ours]
}
