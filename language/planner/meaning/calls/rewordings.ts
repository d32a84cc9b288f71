// Parts of a clause in other words: a number with its unit, a flag that is named, people who are known by a
// record, a noun that says again what its placeholder is called. calls/parts.ts asks for each.
import type { Np, Value } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import type { ToolModel } from '../../lexicon/tool-model.ts'
import { isIdOf, wordsOf } from '../../lexicon/types.ts'
import type { State } from '../state.ts'
import type { Part } from './parts.ts'
import { labelCost } from './place.ts'

/** "30 units of X", "for 90 minutes", "3 hours": the number of the argument that is measured in that. */
export function measuredIn({ lexicon }: State, np: Np, model: ToolModel): Part | null {
  const [pre, ...more] = np.t === 'noun' ? np.pre : []
  if (np.t !== 'noun' || np.owner !== null || np.det !== null || more.length > 0) return null
  if (pre === undefined || (pre.p !== 'count' && pre.p !== 'value')) return null
  const isNumber = pre.p === 'count' || pre.value.v === 'hole' || pre.value.v === 'number'
  const unit = singularOf(np.head.words.join(' ')).singular
  const isUnit = (word: string) => singularOf(word).singular === unit
  const found = model.args.filter(
    ({ type, words, description }) =>
      type.k === 'number' && [...words, ...description.toLowerCase().split(/\W+/)].some(isUnit),
  )
  // "Refund 5 orders" says how many, and nothing of an amount.
  if (!isNumber || found.length !== 1 || lexicon.entities.has(unit)) return null
  const value: Value =
    pre.p === 'value'
      ? pre.value
      : { v: 'number', number: pre.count, currency: null, text: String(pre.count) }
  return {
    ...{ prep: null, isSaid: false },
    label: { words: found[0]!.words, isPlural: false, isKnown: true },
    np: { t: 'value', value, span: np.span },
  }
}

/** "mark it as excused", "as unexcused": yes or no to what the tool asks. */
export function markedAs(np: Np, model: ToolModel): Part | null {
  if (np.t !== 'noun' || np.owner !== null || np.post.length > 0 || np.pre.length > 1) return null
  const [pre] = np.pre
  const word = pre?.p === 'adjective' ? pre.words : pre === undefined ? np.head.words.join(' ') : null
  const flags = model.args.filter(({ type }) => type.k === 'bool')
  const isNamed = (said: string | null) => flags.find(({ words }) => words.join(' ') === said)
  const rest = /^(?:un|non-?)(\p{L}{3,})$/u.exec(word ?? '')?.[1] ?? null
  const found = isNamed(word) ?? isNamed(rest)
  if (found === undefined) return null
  const isYes = isNamed(word) !== undefined && !(pre?.p === 'adjective' && pre.not === true)
  return {
    ...{ prep: 'flag', isSaid: false },
    label: { words: found.words, isPlural: false, isKnown: true },
    np: { t: 'value', value: { v: 'bool', value: isYes }, span: np.span },
  }
}

/**
 * "the parents of the pupil" for a tool that "sends a letter to the parents of a pupil": the pupil; "the
 * parents" alone says nothing that the tool's name does not.
 */
export function knownBy({ lexicon }: State, np: Np, model: ToolModel): Np | 'all' | null {
  if (np.t !== 'noun' || np.pre.length > 0 || np.post.length > 1) return null
  const word = singularOf(np.head.words.join(' ')).singular
  const said = model.tool.description.toLowerCase().split(/[^a-z-]+/)
  const isMentioned = said.some(each => singularOf(each).singular === word)
  const isOther =
    lexicon.entities.has(word) || model.args.some(arg => labelCost(arg, np.head, model) !== null)
  if (!isMentioned || isOther || model.nouns.has(word)) return null
  const [of] = np.post
  const owner = np.owner ?? (of?.p === 'prep' && of.prep === 'of' ? of.np : null)
  if (owner === null)
    return np.post.length === 0 && np.det === 'the' && model.object.split(' ').includes(word) ? 'all' : null
  const isRecord = owner.t === 'noun' && model.args.some(arg => isIdOf(arg.ref, owner.head.words.join(' ')))
  return (np.owner === null || np.post.length === 0) && (isRecord || owner.t === 'pronoun') ? owner : null
}

/** "the order {{inputs.order}}": the noun says again what the placeholder is called. */
export function saidAgain({ lexicon }: State, np: Np): Np | null {
  if (np.t !== 'noun' || np.owner !== null || np.pre.length > 0 || np.post.length !== 1) return null
  const [post] = np.post
  if (post?.p !== 'value' || post.value.v !== 'hole' || (np.det !== 'the' && np.det !== null)) return null
  const word = np.head.words.join(' ')
  const last = wordsOf(post.value.source.split('.').at(-1)!).join(' ')
  const isSame = singularOf(last).singular === singularOf(word).singular
  return isSame && !lexicon.entities.has(word) ? { t: 'value', value: post.value, span: np.span } : null
}
