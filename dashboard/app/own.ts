// Looks up a name that somebody else has chosen: of an input, an argument, a field, a column. Every object
// seems to have `constructor` and the like; only what it has of its own counts.

export function own<T>(kept: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(kept, name) ? kept[name] : undefined
}
