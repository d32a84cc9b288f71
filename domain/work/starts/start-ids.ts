// The ids of starts that have none: the first of a kind is named by it, the others are counted. An id stays
// what it is over versions. The compiler writes them; the notation leaves them out.
import type { PlanStart } from './said-starts.ts'

export function withIds(said: readonly PlanStart[]): readonly PlanStart[] {
  const taken = new Set(said.flatMap(({ id }) => id ?? []))
  return said.map(start => {
    if (start.id !== undefined) return start
    let id: string = start.kind
    for (let n = 2; taken.has(id); n++) id = `${start.kind}_${n}`
    taken.add(id)
    return { ...start, id }
  })
}

/**
 * Without the ids that they would get. One of several of a kind keeps its own: what is kept of it by its id,
 * as the address of a hook, stays its own where others come or go.
 */
export function withoutDerivedIds(starts: readonly PlanStart[]): readonly PlanStart[] {
  const bare = starts.map(start => {
    const { id, ...said } = start
    const isOnly = starts.every(other => other === start || other.kind !== start.kind)
    return isOnly && id === start.kind ? (said as PlanStart) : start
  })
  const named = withIds(bare)
  return starts.every(({ id }, index) => id === named[index]!.id) ? bare : starts
}
