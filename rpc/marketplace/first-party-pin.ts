// What pinning means for first-party tools. Their code exists in one version only, the newest; an
// organization pins the definition that its plans were compiled against. Code that still keeps the promises
// of that definition runs; other code waits until the update is accepted. Texts promise nothing: they are
// read before a plan is made, and the code is the same.
import { definitionChanges } from '../../domain/tools/drift.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'

const verdicts = new WeakMap<
  ToolDefinition,
  { readonly current: ToolDefinition | null; defect: string | null }
>()

/**
 * Why the current tool cannot stand in for the pinned one, as a text that continues its name; null when it
 * can.
 */
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
