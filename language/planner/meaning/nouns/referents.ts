// What was said before and may be meant: by a pronoun, a noun, "the rest", a field alone.
import type { NounTerm, Np } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { asksForJudgement } from '../../lexicon/judgement.ts'
import type { ToolModel } from '../../lexicon/tool-model.ts'
import { any, type Field } from '../../lexicon/types.ts'
import { dead, type Referent, type State, type Val } from '../state.ts'
import { celOf, entityOf, fieldVal, isList, isRow, itemType } from '../values.ts'
import { named } from './modifiers.ts'
import { relationsNamed } from './owners.ts'

export function pronoun(state: State, word: string): Val {
  const isMany = /^(they|them|their|themselves)$/.test(word)
  const isPerson = /^(he|him|his|she|her)$/.test(word)
  const fits = (referent: Referent) =>
    !/^(approval|check|same .*)$/.test(referent.nouns[0] ?? '') &&
    referent.isAside !== true &&
    (isPerson
      ? referent.val.type.k === 'record'
      : isMany
        ? isList(referent.val) || referent.val.type.k === 'record' || isRow(referent.val.type)
        : !isList(referent.val) || word === 'it' || word === 'that' || word === 'this')
  const found = ranked(state, state.reachable.filter(fits), val =>
    isMany === isList(val) ? 0 : isMany ? 1 : 2,
  )
  if (found.length === 0 && state.gone.size > 0) outOfReach(word)
  return state.pick(found.slice(0, 4), `nothing was said that "${word}" could be`).use()
}

/** What was said inside of a branch or a loop may not be there after it. */
export function outOfReach(word: string): never {
  return dead(
    `it is unclear what "${word}" is here: what is got in a case, or for each, is not there after it`,
    null,
    'UNCLEAR_REFERENCE',
  )
}

const unclear = 'it is unclear what this is after the failure: name the step'

/** The text that came last. */
export function latestText(state: State): Val {
  const isText = ({ val }: Referent) => val.cel !== null && (val.type.k === 'text' || val.type.k === 'any')
  const found = state.reachable.find(isText) ?? dead('which text?')
  if (state.reachable[0] !== found) state.pay(1)
  return found.val
}

/** Candidates by nearness: those of one sentence are equally near. */
function ranked(
  state: State,
  referents: readonly Referent[],
  more: (val: Val) => number,
): { cost: number; use: () => Val }[] {
  const seen = new Set<string>()
  const sentences = [...new Set(referents.map(referent => referent.sentence))].sort((a, b) => b - a)
  const bases = basesOf(referents)
  return referents
    .filter(({ val }) => {
      const key = val.cel ?? `${val.id}`
      return seen.has(key) ? false : seen.add(key)
    })
    .map(({ val, sentence, isVariable, isUnclear }) => {
      const cost =
        (isVariable ? 0 : 2 * sentences.indexOf(sentence)) + more(val) + (bases.has(val.cel) ? 2 : 0)
      return {
        cost,
        use: () => {
          if (isUnclear === true) dead(unclear, null, 'UNCLEAR_REFERENCE')
          state.pay(cost)
          return val
        },
      }
    })
    .sort((a, b) => a.cost - b.cost)
}

/** Lists of which something was made that may be meant, too. */
function basesOf(referents: readonly Referent[]): Set<string | null> {
  const bases = new Set<string | null>()
  for (const { val } of referents)
    for (let base = baseOf(val); base !== undefined; base = baseOf(base)) bases.add(base.cel)
  return bases
}

function baseOf({ base, before }: Val): Val | undefined {
  return base ?? before?.list
}

/** Referents that the noun may mean. */
export function said(state: State, np: NounTerm): { cost: number; use: () => Val }[] {
  const word = np.head.words.join(' ')
  const isGeneric =
    /^(one|item|row|record|entry|rest|remainder|other|result|output|list|answer|thing|it)$/.test(word)
  const wantsList = np.head.isPlural || np.det === 'all' || np.det === 'each'
  if (np.det === 'same') {
    const again = state.reachable.find(({ nouns }) => nouns.includes(`same ${word}`))
    if (again !== undefined) return [{ cost: 0, use: () => again.val }]
    return said(state, { ...np, det: 'the' })
  }
  // "Return the results": what was done for each gave one each.
  const loop = state.steps.at(-1)
  if (loop?.kind === 'foreach' && np.head.isPlural && /^(result|output|answer)$/.test(word))
    return [{ cost: 0, use: () => ({ cel: `steps.${loop.id}`, type: { k: 'list', of: any } }) }]
  // "For each post, post its title and the body": of the page, or of the post?
  const isInRow = state.reachable.some(({ isVariable, val }) => isVariable === true && isRow(val.type))
  if (isInRow && /^(?:body|content|text|data|url|document|file)$/.test(word) && !np.head.isPlural)
    dead(`the ${word} of the whole page, or of each?`, np.span)
  if (loop?.kind === 'parallel' && /^(?:result|output)$/.test(word))
    dead('the result of which branch?', np.span)
  // "the result" is what came last.
  if (/^(result|output|outcome|answer)$/.test(word) && np.det !== 'these') {
    const last = state.reachable.find(
      ({ nouns, val }) => nouns.includes('result') || nouns.includes(word) || isList(val),
    )
    if (last?.isUnclear === true) dead(unclear, null, 'UNCLEAR_REFERENCE')
    if (last !== undefined) return [{ cost: 0, use: () => last.val }]
  }
  if (word === 'rest' || word === 'remainder' || word === 'other' || np.pre.some(pre => pre.p === 'rest'))
    return theRest(state, np)
  if (np.post[0]?.p === 'value' && !isGeneric && np.post[0].value.v !== 'word') {
    // "customer {{inputs.id}}" is another one, unless it is the very one that was got.
    return []
  }
  if (np.det === 'a' && !isGeneric) return []
  if (np.head.isPlural && /^(?:body|content)$/.test(word)) return []
  const fits = ({ nouns, val }: Referent): boolean => {
    if (/^(approval|check|same .*)$/.test(nouns[0] ?? '') && !nouns.includes(word)) return false
    if (!isGeneric) return nouns.includes(word)
    if (word === 'one' || word === 'item' || word === 'row' || word === 'record' || word === 'entry') {
      return wantsList || np.pre.length > 0 || np.post.length > 0
        ? isList(val) || (nouns.includes(word) && (!wantsList || val.type.k === 'any'))
        : nouns.includes(word) || val.type.k === 'record'
    }
    if (word === 'list') return isList(val)
    return true
  }
  // "the first one" after two lists of one kind: of which?
  if (isGeneric && !np.head.isPlural && np.pre.some(pre => pre.p === 'place')) {
    const lists = state.reachable.filter(
      referent => fits(referent) && isList(referent.val) && referent.val.origin !== undefined,
    )
    if (
      lists.some(
        ({ val }) => val.origin !== lists[0]!.val.origin && entityOf(val) === entityOf(lists[0]!.val),
      )
    )
      dead('there are two lists: which of them?', np.span)
  }
  const mismatch = (val: Val) =>
    isGeneric
      ? 0
      : wantsList && !isList(val)
        ? 3
        : !wantsList && isList(val) && np.pre.every(pre => pre.p !== 'extreme' && pre.p !== 'place')
          ? 4
          : 0
  const all = state.reachable.filter(fits)
  const isCalledElse = ({ val }: Referent) =>
    state.reachable.some(
      each => each.isNamed === true && each.val.cel === val.cel && !each.nouns.includes(word),
    )
  const meant = isGeneric ? all : asNamed(all, np.isSummed === true ? all : all.filter(isCalledElse))
  const found = ranked(state, meant, mismatch).slice(0, 4)
  if (found.length > 0 || !wantsList || !/^(?:one|item|row|record|entry)$/.test(word)) return found
  // "For each item": of the only list that the answer before holds.
  const last = state.reachable.find(({ val }) => val.type.k === 'record')
  const list = last === undefined ? null : onlyListOf(state, last.val)
  return list === null ? [] : [{ cost: 2, use: () => list }]
}

/**
 * "The orders" are the list that was called so, and not those of them that were kept and are called
 * otherwise. Of figures it is never those: nobody would see it in the figure.
 * @param others what else may be called so
 */
function asNamed(all: readonly Referent[], others: readonly Referent[]): readonly Referent[] {
  const at = all.findIndex(({ isNamed }) => isNamed === true)
  const whole = all[at]?.val.cel
  return all.filter((each, index) => index >= at || !others.includes(each) || !isPartOf(each.val, whole))
}

function isPartOf({ before, base }: Val, whole: string | null | undefined): boolean {
  const from = before?.list ?? base
  if (from === undefined) return false
  return (before !== undefined && before.list.cel === whole) || isPartOf(from, whole)
}

/** The list in a record that has no other. */
export function onlyListOf(state: State, val: Val): Val | null {
  const lists = entityOf(val)?.fields.filter(({ type }) => type.k === 'list') ?? []
  return lists.length === 1 && val.cel !== null ? fieldVal(state, val, lists[0]!) : null
}

export function theRest(state: State, np: NounTerm): { cost: number; use: () => Val }[] {
  // What was left after something was taken away has been named so.
  const kept = state.reachable.find(({ nouns }) => nouns.includes('rest'))
  if (kept !== undefined) return [{ cost: 0, use: () => kept.val }]
  const lists = state.reachable.filter(({ val }) => val.before !== undefined)
  return ranked(state, lists, () => 0)
    .slice(0, 2)
    .map(({ cost }, index) => ({
      cost,
      use: () => {
        const { before } = lists[index]!.val
        const { list, kept, item } = before!
        const cel = state.set('rest', { $: `${celOf(state, list)}.filter(${item}, !(${kept}))` })
        return named(state, { cel, type: list.type }, np)
      },
    }))
}

/** The status is that of the answer, and no field of the page. */
function isOfAnswer(answer: Val | undefined, { head }: NounTerm): boolean {
  const entity = answer === undefined ? null : entityOf(answer)
  return entity !== null && relationsNamed(entity, head.words).some(({ cost }) => cost <= 1)
}

/** "The newest one" is one of them, "the result" is all of it, and no field of theirs. */
function isWhole(np: NounTerm): boolean {
  return /^(?:one|item|thing|row|record|entry)$/.test(np.head.words.join(' ')) || isResult(np)
}

/** What came last, whatever it is. */
export function isResult(np: Np): boolean {
  return (
    np.t === 'noun' &&
    np.owner === null &&
    /^(?:result|output|outcome|answer|response)$/.test(np.head.words.join(' '))
  )
}

/** Of what nobody knows the fields of: "the title". How much it is, or what somebody would write, is none. */
function mayBeField(np: NounTerm): boolean {
  const word = np.head.words.join(' ')
  if (np.det !== 'the' || np.pre.length > 0 || isWhole(np)) return false
  if (/^current (?:time|date|day|week|month|year|hour)$/.test(word)) return false
  if (/^(?:result|output|outcome|response|answer|request|page|body|content|file|document|rest)$/.test(word))
    return false
  return !/^(?:number|count|list)$/.test(word) && !asksForJudgement(word)
}

/** A field of the latest thing that has it: "the amount", "the owner". */
export function implied(state: State, np: NounTerm): { field: Field | null; owner: Val; cost: number }[] {
  if (np.det === 'a' || np.det === 'no') return []
  const found: { field: Field | null; owner: Val; cost: number }[] = []
  const sentences = [...new Set(state.reachable.map(referent => referent.sentence))].sort((a, b) => b - a)
  const seen = new Set<string>()
  const bases = basesOf(state.reachable)
  const open = openOwners(state, np, bases)
  for (const { val, sentence } of state.reachable) {
    const entity = entityOf(val)
    const key = val.cel ?? `${val.id}`
    if (entity === null || seen.has(key)) continue
    seen.add(key)
    const near = 2 * sentences.indexOf(sentence) + (bases.has(val.cel) ? 2 : 0)
    const shape = isList(val) ? (np.head.isPlural ? 1 : 3) : np.head.isPlural ? 2 : 0
    for (const match of relationsNamed(entity, np.head.words))
      found.push({ field: match.field, owner: val, cost: near + shape + match.cost + 1 })
    if (!entity.isClosed && entity.fields.length === 0 && np.det !== null && !isWhole(np))
      found.push({ field: null, owner: val, cost: near + shape + 4 })
  }
  // Of two of them none is nearer: it is asked which.
  for (const owner of open) found.push({ field: null, owner, cost: 1.5 })
  return found.sort((a, b) => a.cost - b.cost).slice(0, 4)
}

/** What may have a field that no schema names. */
export function openOwners(
  state: State,
  np: NounTerm,
  bases: ReadonlySet<string | null> = basesOf(state.reachable),
): readonly Val[] {
  // What the tools know by that name is rather meant.
  const word = np.head.words.join(' ')
  const isOfTool = ({ tool, nouns }: ToolModel) => tool.server !== null && nouns.has(word)
  if (!mayBeField(np) || state.lexicon.entities.has(word) || state.lexicon.tools.some(isOfTool)) return []
  // "The large orders" are those that were called large.
  const words = [word, ...word.split(' ')].map(each => singularOf(each).singular)
  if (state.reachable.some(({ nouns }) => nouns.some(noun => words.includes(noun)))) return []
  const found = new Map<string | null, Val>()
  for (const { val, isUnclear } of state.reachable) {
    const hasFields = np.head.isPlural
      ? isList(val) && isRow(itemType(val))
      : !isList(val) && (val.isOpen === true || isRow(val.type))
    const isHere = hasFields && !bases.has(val.cel) && (val.kind !== undefined || !isOfAnswer(val.answer, np))
    if (isHere && isUnclear === true) dead(unclear, np.span, 'UNCLEAR_REFERENCE')
    if (isHere) found.set(val.cel, val)
  }
  // Each round of the loop before had an answer of its own, which is gone.
  if (found.size > 0 && state.loop?.referents.some(({ val }) => val.isOpen === true)) dead('of which answer?')
  return [...found.values()]
}
