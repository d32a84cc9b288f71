// Groups of a list: by which field they are made, once for each list and field, and what "each group" means
// after "group them by ...". Figures of groups (figures.ts) and the order to group use it (commands/).
import type { Np } from '../../grammar/terms.ts'
import { dead, type State, type Val } from '../state.ts'
import { celOf, entityOf } from '../values.ts'
import { relationsNamed } from './owners.ts'

/** The name of the field that the groups go by. */
export function keyOf(state: State, list: Val, by: Np): string {
  const kind = entityOf(list)
  const words = by.t === 'noun' ? by.head.words : dead('groups go by a field')
  if (by.t === 'noun' && (by.post.length > 0 || by.pre.some(({ p }) => p !== 'void')))
    dead('groups go by a field alone')
  if (kind === null || kind.fields.length === 0) return words.join('_')
  const key = state.pick(
    relationsNamed(kind, words),
    `a ${kind.noun} has no "${words.join(' ')}" to group by`,
  )
  state.pay(key.cost)
  return key.field.name
}

/** CEL of the groups; those that were made before are the same. */
export function groupsOf(state: State, list: Val, field: string): string {
  const args = { list: { $: celOf(state, list) }, field }
  const said = JSON.stringify(args)
  const before = state.steps.find(
    step => step.kind === 'tool' && step.tool === 'list_group' && JSON.stringify(step.args) === said,
  )
  return before === undefined ? state.compute('list_group', args, 'groups') : `steps.${before.id}`
}

/** "Each group" after a list was put into groups: by what it was; null: no group is meant. */
export function groupsSaid(state: State, np: Np): { readonly list: Val; readonly by: Np } | null {
  if (np.t !== 'noun' || np.owner !== null || np.head.words.join(' ') !== 'group') return null
  if (np.post.length > 0 || np.pre.some(({ p }) => p !== 'void')) return null
  const groups = state.reachable.find(({ nouns }) => nouns.includes('group'))?.val.groups
  if (groups === undefined) return null
  const kind = entityOf(groups.list)
  // A field of that name may be meant as well.
  return kind !== null && relationsNamed(kind, ['group']).length > 0 ? dead('which group?', np.span) : groups
}
