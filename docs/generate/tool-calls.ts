// A tool as a plan in the notation calls it: the first of its examples. For the pages of tools.

import type { Step } from '../../domain/plan/plan.ts'
import type { ToolExample } from '../../domain/tools/tool.ts'
import { Ids } from '../../language/notation/ids.ts'
import { write } from '../../language/notation/write.ts'
import { fence } from './markdown.ts'

/** Of a tool as plans name it. */
export interface Callable {
  readonly server: string | null
  readonly name: string
  readonly examples?: readonly ToolExample[]
}

/** A plan with a call of each tool that has an example. */
export function calls(tools: readonly Callable[]): string {
  const ids = new Ids()
  const steps = tools.flatMap(({ server, name, examples: [example] = [] }): Step[] => {
    if (example === undefined) return []
    const id = ids.next({ kind: 'tool', tool: name })
    ids.take(id)
    return [{ id, kind: 'tool', title: '', server, tool: name, args: example.args }]
  })
  return fence('notation', write({ steps }))
}
