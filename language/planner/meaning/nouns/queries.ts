// Records of a kind, by the tool that lists or gets them.
import { own } from '../../../../domain/own.ts'
import type { NounTerm, Post } from '../../grammar/terms.ts'
import type { EntityModel, ToolModel } from '../../lexicon/tool-model.ts'
import type { Field } from '../../lexicon/types.ts'
import type { Filter } from '../predicates/filters.ts'
import { dead, type State, type Val } from '../state.ts'
import { access, celOf, entityOf, getterOf, variableFor } from '../values.ts'
import { modified } from './modifiers.ts'
import { argument, valueSaid } from './resolve.ts'

/** Records of a kind by a tool that lists or gets them. */
export function queried(state: State, entity: EntityModel, np: NounTerm, each: boolean): Val {
  const id = idIn(state, entity, np)
  if (id !== null) {
    const rest = np.post.filter(post => post !== id.post)
    const record: Val = {
      cel: null,
      id: id.cel,
      type: { k: 'record', entity },
      refers: entity,
      ...(id.literal !== undefined && { literal: id.literal }),
    }
    state.refer(entity.nouns, record)
    if (rest.length > 0 || np.pre.some(pre => pre.p !== 'only' && pre.p !== 'void'))
      return modified(state, record, { ...np, post: rest }, each)
    return record
  }
  if (np.det === 'a' && !np.head.isPlural && np.pre.every(pre => pre.p !== 'extreme'))
    dead(`which ${entity.noun}?`)
  if (!np.head.isPlural && np.det === 'the' && np.pre.length === 0 && np.post.length === 0)
    dead(`which ${entity.noun}?`)
  // "for customer": one, that nobody named, and never all of them.
  if (!np.head.isPlural && np.det === null && np.pre.every(pre => pre.p !== 'extreme' && pre.p !== 'place'))
    dead(`which ${entity.noun}?`)
  // "confirm appointment" means one, not all that there are.
  if (!np.head.isPlural && np.det === null && np.pre.length === 0 && np.post.length === 0) state.pay(3)
  // "The engineer of the team X": one, by what a tool must be told to get it.
  const asked = np.head.isPlural ? [] : entity.gets.filter(model => model.args.some(arg => arg.isRequired))
  const listers = entity.lists.length > 0 ? entity.lists : asked
  const lister = state.pick(listers, `no tool lists ${entity.noun}s`)
  return modified(state, { cel: '', type: { k: 'list', of: { k: 'record', entity } } }, np, each, {
    lister,
    entity,
  })
}

/** "customer cus_1", "the ticket with that id", "the ticket with the id {{inputs.id}}" */
function idIn(
  state: State,
  entity: EntityModel,
  np: NounTerm,
): { cel: string; post: Post; literal?: string } | null {
  for (const post of np.post) {
    if (post.p === 'value') {
      const { value } = post
      if (
        (value.v === 'word' || value.v === 'text') &&
        (entity.key === undefined || getterOf(entity) === null)
      )
        continue
      const val = valueSaid(state, value)
      return {
        cel: celOf(state, val),
        post,
        ...(typeof val.literal === 'string' && { literal: val.literal }),
      }
    }
    // "the invoice identified by {{inputs.id}}"
    if (
      post.p === 'where' &&
      post.pred.c === 'part' &&
      post.pred.verb.includes('identify') &&
      post.pred.np?.t === 'value' &&
      getterOf(entity) !== null
    ) {
      const val = valueSaid(state, post.pred.np.value)
      return {
        cel: celOf(state, val),
        post,
        ...(typeof val.literal === 'string' && { literal: val.literal }),
      }
    }
    const of =
      post.p === 'prep' && ['with', 'by', 'of'].includes(post.prep)
        ? post.np
        : post.p === 'where' && post.pred.c === 'has'
          ? post.pred.np
          : null
    // "the order whose id is {{inputs.id}}"
    if (post.p === 'where' && post.pred.c === 'whose' && post.pred.field.t === 'noun') {
      const { field, pred } = post.pred
      const right = pred.c === 'is' || (pred.c === 'compare' && pred.op === '==') ? pred.right : null
      if (right?.t === 'value' && right.value.v !== 'word' && isIdNoun(entity, field as NounTerm)) {
        const val = valueSaid(state, right.value)
        return {
          cel: celOf(state, val),
          post,
          ...(typeof val.literal === 'string' && { literal: val.literal }),
        }
      }
    }
    if (
      of?.t === 'noun' &&
      isIdNoun(entity, of) &&
      (getterOf(entity) !== null || keyOf(entity) === of.head.words.at(-1))
    ) {
      const beside = of.post.find(each => each.p === 'value')
      if (beside?.p === 'value') {
        const val = valueSaid(state, beside.value)
        return {
          cel: celOf(state, val),
          post,
          ...(typeof val.literal === 'string' && { literal: val.literal }),
        }
      }
      if (of.det === 'these' || of.det === 'the' || of.det === 'same') {
        const found = state.reachable.find(
          ({ nouns, val }) =>
            nouns.some(noun => /\b(id|number|key)$/.test(noun)) || val.hint?.at(-1) === 'id',
        )
        if (found !== undefined) return { cel: celOf(state, found.val), post }
      }
    }
  }
  return null
}

function isIdNoun(entity: EntityModel, np: NounTerm): boolean {
  const words = np.head.words
  const last = words.at(-1)!
  return (
    (/^(id|number|key|identifier|code)$/.test(last) || last === keyOf(entity)) &&
    (words.length === 1 || words.slice(0, -1).join(' ') === entity.noun)
  )
}

/** By what records without an id are known: the SKU of a product. */
function keyOf(entity: EntityModel): string | null {
  if (entity.key !== undefined) return entity.key
  if (entity.fields.some(({ name }) => name === 'id')) return null
  return entity.fields.find(({ name }) => /^(key|number|code|sku|slug)$/.test(name))?.name ?? null
}

/** A record that is named by its id can be meant from here on. */
export function introduceById(state: State, np: NounTerm): void {
  const entity = state.lexicon.entities.get(np.head.words.join(' '))
  const id = entity === undefined ? null : idIn(state, entity, np)
  if (entity === undefined || id === null) return
  state.refer(entity.nouns, {
    cel: null,
    id: id.cel,
    type: { k: 'record', entity },
    refers: entity,
    ...(id.literal !== undefined && { literal: id.literal }),
  })
}

export interface Query {
  readonly lister: ToolModel
  readonly entity: EntityModel
}

/** Calls the tool with those filters that it takes as arguments, and filters what it gives by the others. */
export function listed(state: State, { lister, entity }: Query, filters: readonly Filter[]): Val {
  const args: Record<string, unknown> = {}
  const left: Filter[] = []
  for (const filter of filters) {
    const { eq } = filter
    const arg = eq === undefined ? undefined : lister.args.find(each => isArgumentOf(each, eq.field))
    if (eq !== undefined && arg !== undefined && !Object.hasOwn(args, arg.name))
      args[arg.name] = argument(eq.value)
    else left.push(filter)
  }
  const missing = lister.args.find(arg => arg.isRequired && !Object.hasOwn(args, arg.name))
  if (missing !== undefined) dead(`${lister.tool.name} needs "${missing.words.join(' ')}"`)
  const val = {
    ...called(state, lister, args, entity),
    fixed: fixedBy(filters.filter(filter => !left.includes(filter))),
  }
  if (left.length > 0 && val.type.k === 'record') dead('a condition on one thing')
  return left.length === 0 ? val : filtered(state, val, left, null)
}

function isArgumentOf({ name, ref }: ToolModel['args'][number], field: Field): boolean {
  if (name === field.name) return true
  return ref !== null && field.ref !== null && ref.noun === field.ref.noun && ref.role === field.ref.role
}

/** The tool that has just given the list could have been told, which is another way to say the same. */
function couldBeTold(state: State, { origin }: Val, filters: readonly Filter[]): boolean {
  if (origin === undefined) return false
  const step = state.steps.find(({ id }) => origin === `steps.${id}`)
  if (step?.kind !== 'tool' || step.span !== state.span) return false
  const model = state.lexicon.tools.find(({ tool }) => tool.server === step.server && tool.name === step.tool)
  return filters.some(({ eq }) => {
    const arg = eq && model?.args.find(each => isArgumentOf(each, eq.field))
    return arg !== undefined && !Object.hasOwn(step.args, arg.name)
  })
}

/** A call of a tool that reads; the records that it gives. */
export function called(
  state: State,
  model: ToolModel,
  args: Record<string, unknown>,
  entity: EntityModel,
): Val {
  // The same question has the same answer.
  const key = `${model.tool.name}:${JSON.stringify(args)}`
  let cel = state.fetchedCel(key)
  if (cel === undefined) {
    cel = state.emit({
      id: state.newId(model.object || model.tool.name),
      kind: 'tool',
      server: model.tool.server,
      tool: model.tool.name,
      args,
    } as never)
    state.block.fetched.set(key, cel)
  }
  const { gives } = model
  if (gives === null || !gives.isMany) return { cel, type: { k: 'record', entity } }
  return {
    cel: gives.path === null ? cel : access(cel, gives.path),
    type: { k: 'list', of: { k: 'record', entity } },
    origin: cel,
  }
}

export function filtered(state: State, list: Val, filters: readonly Filter[], np: NounTerm | null): Val {
  const fixed = fixedBy(filters)
  for (const [field, value] of Object.entries(fixed))
    if ((own(list.fixed ?? {}, field) ?? value) !== value) dead('none of them is both', np?.span ?? null)
  if (couldBeTold(state, list, filters)) state.pay(1)
  const item = variableFor(state, list)
  const cel = celOf(state, list)
  state.open(item)
  const conditions = filters.map(filter => filter.cel(item))
  // "The orders in the orders" are no values that are looked for among themselves.
  const froms = madeOf(list).map(from => `${item} in ${from}`)
  if (conditions.some(each => froms.includes(each)))
    dead('what is in a list is in it anyway', np?.span ?? null)
  const kept = conditions.length === 1 ? conditions[0]! : conditions.map(each => `(${each})`).join(' && ')
  const noun = entityOf(list)?.noun ?? np?.head.words.join(' ') ?? 'items'
  if (state.steps.length > 0) {
    // Records that each item names are got one by one.
    if (state.steps.some(step => step.kind !== 'tool' || step.server === null) || entityOf(list) === null)
      dead('a filter that computes something for each item')
    state.set('fits', { $: `(${kept}) ? ${item} : null` })
    const steps = state.close()
    const looked = state.emit({
      id: state.newId(`look at ${noun}`),
      kind: 'foreach',
      over: cel,
      as: item,
      steps,
    } as never)
    const { before: _, ...all } = list
    const cel2 = state.set(`kept ${noun}`, { $: `${looked}.filter(${item}, ${item} != null)` })
    return { ...all, cel: cel2, base: list, fixed: { ...list.fixed, ...fixed } }
  }
  state.close()
  // "the booked hours" are all of them.
  if (conditions.every(condition => condition === 'true')) return list
  const filteredCel = state.set(`kept ${noun}`, { $: `${cel}.filter(${item}, ${kept})` })
  return {
    ...list,
    cel: filteredCel,
    base: list,
    before: { list, kept, item },
    fixed: { ...list.fixed, ...fixed },
  }
}

/** The list, and the lists that it was made of. */
export function madeOf(list: Val): readonly (string | null)[] {
  const before = list.before?.list ?? list.base
  return before === undefined ? [list.cel] : [list.cel, ...madeOf(before)]
}

/** Fields that a filter leaves one value of. */
function fixedBy(filters: readonly Filter[]): { readonly [field: string]: string } {
  const equal = filters.flatMap(({ eq }) =>
    eq?.value.literal === undefined || eq.field.type.k === 'list'
      ? []
      : [[eq.field.name, JSON.stringify(eq.value.literal)] as const],
  )
  return Object.fromEntries(equal)
}
