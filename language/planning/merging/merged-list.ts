// The order of the steps of one list after a merge. Called by merged-plan.ts.

/**
 * The order is the model's, or the one made by hand where somebody put steps in another order; what stands in
 * the other list only comes behind the step that it stands behind there.
 * @param isHere does the step stand in this list after the merge?
 */
export function mergedList(
  base: readonly string[],
  hand: readonly string[],
  model: readonly string[],
  isHere: (id: string) => boolean,
): readonly string[] {
  const [first, second] = isReordered(base, hand) ? [hand, model] : [model, hand]
  const merged = first.filter(isHere)
  for (const [index, id] of second.entries()) {
    if (!isHere(id) || merged.includes(id)) continue
    const before = second.slice(0, index).findLast(each => merged.includes(each))
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id)
  }
  return merged
}

function isReordered(base: readonly string[], hand: readonly string[]): boolean {
  const before = base.filter(id => hand.includes(id))
  const after = hand.filter(id => base.includes(id))
  return before.some((id, index) => id !== after[index])
}
