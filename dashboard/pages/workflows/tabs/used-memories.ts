// The names of shared memories that a plan says. Pure.

interface Named {
  readonly kind?: unknown
  readonly server?: unknown
  readonly args?: { readonly memory?: unknown }
}

/** Each once, in their order. Names that a run computes are not among them. */
export function sharedMemoriesOf(plan: { readonly steps: readonly unknown[] } | null): readonly string[] {
  return [...new Set(stepsIn(plan?.steps ?? []).flatMap(nameIn))]
}

/** Built-in tools have no server, and only those of memory an argument of this name. */
function nameIn({ kind, server, args }: Named): readonly string[] {
  const name = args?.memory
  return kind === 'tool' && server == null && typeof name === 'string' ? [name] : []
}

/** Whatever holds steps holds them in lists of objects with a kind: the kinds of blocks are the service's. */
function stepsIn(part: unknown): Named[] {
  if (typeof part !== 'object' || part === null) return []
  if (Array.isArray(part)) return part.flatMap(stepsIn)
  const inside = Object.entries(part).flatMap(([name, value]) => (name === 'args' ? [] : stepsIn(value)))
  return 'kind' in part ? [part as Named, ...inside] : inside
}
