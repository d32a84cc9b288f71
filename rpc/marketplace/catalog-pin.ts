// What pinning means for the tools of the catalog. Their code is there in one version only, the newest; what an
// organization pinned is the definition that its plans were compiled against. Code that still keeps the promises of that
// definition runs; code that does not waits until the update is accepted. Texts bind nobody: they are read before a
// plan is made, and the code is the same.
import { definitionChanges } from '../../domain/drift.ts'
import type { ToolDefinition } from '../../domain/tool.ts'

const verdicts = new WeakMap<
  ToolDefinition,
  { readonly current: ToolDefinition | null; defect: string | null }
>()

/** Why the tool as it is now can not stand in for what was pinned, going on from its name; null when it can. */
export function pinDefect(pinned: ToolDefinition, current: ToolDefinition | null): string | null {
  const known = verdicts.get(pinned)
  if (known?.current === current) return known.defect
  const defect = compare(pinned, current)
  verdicts.set(pinned, { current, defect })
  return defect
}

function compare(pinned: ToolDefinition, current: ToolDefinition | null): string | null {
  if (current === null) return 'is no longer there'
  const broken = definitionChanges(pinned, current).find(
    change => change.isBreaking && change.kind !== 'text',
  )
  return broken === undefined ? null : `has changed (${broken.path})`
}
