// Entries of the kind `schedule`: what starts the workflow by itself, as its plan says it.

import { shownBlock } from '../../domain/shown/shown.ts'
import type { Finding } from '../../domain/work/confirming/entry.ts'
import type { PlanStart } from '../../domain/work/starts/said-starts.ts'
import { startWords } from '../planner/explain/triggers.ts'
import { bounded } from './argument-lines.ts'
import type { Material } from './material.ts'

export function startFindings({ plan: { start = [] } }: Material): readonly Finding[] {
  return start.map((each, index): Finding => {
    const isOff = each.kind === 'schedule' && each.enabled === false
    const says = `Starts ${shownBlock(startWords(each))}${isOff ? ' (switched off)' : ''}`
    const common = { kind: 'schedule', step: null, tool: null, effect: null, severity: 'info' } as const
    return { ...common, place: placeOf(each, index), says: bounded(says) }
  })
}

function placeOf({ id }: PlanStart, index: number): string {
  return id ?? String(index)
}
