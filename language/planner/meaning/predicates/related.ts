// Filters by the record that a field names: orders whose customer is a VIP, orders of customers in Paris.
import type { NounTerm, Np, Post, Pred } from '../../grammar/terms.ts'
import type { EntityModel } from '../../lexicon/tool-model.ts'
import { type Entity, type Field, stemOf } from '../../lexicon/types.ts'
import { called } from '../nouns/queries.ts'
import { dead, type State, type Val } from '../state.ts'
import { access, celOf, entityOf, getterOf, idOf, variableFor } from '../values.ts'
import { type Filter, optional, recordFilter } from './filters.ts'

/** Is it said of the record that the field names, and not of its id? */
export function isOfRecord(pred: Pred): boolean {
  if (pred.c === 'and' || pred.c === 'or') return pred.items.every(isOfRecord)
  if (pred.c === 'not') return isOfRecord(pred.pred)
  return ['adjective', 'part', 'prep', 'has', 'whose'].includes(pred.c)
}

/** By a list of those records where a tool gives it; otherwise each of them is got. */
export function related(state: State, field: Field, pred: Pred): Filter {
  const entity = state.lexicon.entities.get(field.ref!.noun) as EntityModel | undefined
  if (entity === undefined || field.type.k === 'list') return dead('nothing is known of that record')
  const lister = (entity.lists ?? []).find(model => model.args.every(arg => !arg.isRequired))
  if (lister === undefined && getterOf(entity) === null) return dead(`no tool gets one ${entity.noun}`)
  const inner = recordFilter(state, pred, entity)
  if (lister === undefined) {
    return {
      cel: item => {
        const id = access(item, field.name)
        return inner.cel(celOf(state, { cel: null, id, type: { k: 'record', entity }, refers: entity }))
      },
    }
  }
  const all = called(state, lister, {}, entity)
  const one = variableFor(state, all)
  const fits = `${celOf(state, all)}.filter(${one}, ${inner.cel(one)})`
  return memberOf(state, field, { ...all, cel: fits })
}

/** The field names one of these records, or is one of these ids. */
export function memberOf(state: State, field: Field, list: Val): Filter {
  const cel = celOf(state, list)
  if (entityOf(list) === null) return { cel: item => `${optional(item, field)} in ${cel}` }
  const one = variableFor(state, list)
  const id = idOf(state, { cel: one, type: { k: 'record', entity: entityOf(list)! } }) ?? dead('no id')
  return { cel: item => `${optional(item, field)} in ${cel}.map(${one}, ${id})` }
}

/** "customers who live in Paris", "a VIP customer": what is said of the record that the field names. */
export function saidOfRelated(state: State, np: Np, field: Field): Pred | null {
  if (np.t !== 'noun' || field.ref === null || np.owner !== null) return null
  const kind = state.lexicon.entities.get(np.head.words.join(' '))
  if (kind === undefined || kind.noun !== field.ref.noun) return null
  if (!(np.head.isPlural || np.det === 'a' || np.det === null)) return null
  const preds = predsOf(np)
  return preds === null || preds.length === 0
    ? null
    : preds.length === 1
      ? preds[0]!
      : { c: 'and', items: preds }
}

function predsOf(np: NounTerm): Pred[] | null {
  const preds: Pred[] = []
  for (const pre of np.pre) {
    if (pre.p === 'adjective') {
      const pred: Pred = { c: 'adjective', words: pre.words }
      preds.push(pre.not ? { c: 'not', pred } : pred)
    } else if (pre.p !== 'only' && pre.p !== 'void') return null
  }
  for (const post of np.post) {
    const pred = predOf(post)
    if (pred === null) return null
    preds.push(pred)
  }
  return preds
}

function predOf(post: Post): Pred | null {
  if (post.p === 'where') return post.pred
  if (post.p === 'prep') return { c: 'prep', prep: post.prep, np: post.np }
  if (post.p === 'exceptWhere') return { c: 'not', pred: post.pred }
  return null
}

/**
 * Fields that name a record of this kind, in the role that the verb tells: who placed the order.
 * @param isPassive it was done to that record
 */
export function fieldsInRole(
  entity: Entity,
  nouns: readonly string[],
  verb: readonly string[],
  isPassive: boolean,
): readonly Field[] {
  const refs = entity.fields.filter(
    ({ ref }) => ref !== null && (nouns.includes(ref.noun) || nouns.includes(ref.role)),
  )
  const stems = new Set(verb.map(stemOf))
  const told = refs.filter(field =>
    [...field.words, ...field.description.toLowerCase().split(/\W+/)].some(word => stems.has(stemOf(word))),
  )
  // "the agent who assigned it" is not the assignee.
  if (told.length > 0) return told.filter(field => isPassive === isDoneTo(field, stems))
  return isPassive ? [] : verb.some(each => owning.has(each)) ? refs : []
}

/** An assignee; "the agent that it is assigned to". */
function isDoneTo({ words, description }: Field, stems: ReadonlySet<string>): boolean {
  const [, said = ''] = /\b(?:is|are|was|were|been) (\w+ed)\b/i.exec(description) ?? []
  return (
    words.some(word => word.endsWith('ee') && stems.has(stemOf(word))) ||
    (!/\bby\b/i.test(description) && stems.has(stemOf(said.toLowerCase())))
  )
}

/** Verbs that say no more than whose it is. */
const owning = new Set('own have belong make place order hold get concern'.split(' '))
