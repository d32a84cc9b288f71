// Entries of the kind `assumption` that no model has to say: a value by which the plan chooses, in a
// condition, in what is computed, or in what it reads, that the request does not hold. One entry for a step.

import { sourcesOf } from '../../../domain/plan/blocks/sources.ts'
import type { Argument, Step } from '../../../domain/plan/plan.ts'
import { knownOf, valuesOf } from '../../../domain/schema/known.ts'
import { shownLine, shownText } from '../../../domain/shown/shown.ts'
import type { Finding } from '../../../domain/work/confirming/entry.ts'
import { bounded } from '../argument-lines.ts'
import { effectOf, type Material, quoteOf } from '../material.ts'
import { ownValues } from '../own-values.ts'
import { computedIn, literalsIn, partsOf, pathText } from '../pieces.ts'
import { recipientsIn } from '../recipient-forms.ts'
import { knownAt } from '../recipients.ts'

export function unsaidFindings(material: Material): readonly Finding[] {
  return material.steps.flatMap(({ step }): readonly Finding[] => {
    const lines = [...inSources(step, material), ...inReading(step, material)]
    if (lines.length === 0) return []
    const common = {
      kind: 'assumption',
      step: step.id,
      tool: null,
      effect: null,
      severity: 'warning',
    } as const
    const says = bounded(['It goes by what the request does not say:', ...new Set(lines)].join('\n'))
    return [{ ...common, place: 'unsaid', says, ...quoteOf(material, step) }]
  })
}

function inSources(step: Step, { words }: Material): readonly string[] {
  return sourcesOf(step).flatMap(source =>
    expressionsOf('expression' in source ? { $: source.expression } : source.argument).flatMap(text =>
      ownValues(text)
        .filter(({ value, isCompared }) => isCompared && !words.holds(value))
        .map(({ value }) => `  ${fieldWords(source.field)}: ${shown(value)} in ${shownLine(text)}`),
    ),
  )
}

/** As an effect says its conditions and loops; of an argument, its name. */
function fieldWords(field: string): string {
  if (field === 'when') return 'only if'
  if (field === 'over') return 'for each of'
  if (/^cases\[\d+\]\.when$/.test(field)) return 'if'
  return field.replace(/^args\./, '')
}

function expressionsOf(value: Argument): readonly string[] {
  const computed = computedIn(value)
  if (computed?.kind === '$') return [computed.text]
  if (computed !== null)
    return partsOf(computed.text).flatMap(part => (part.type === 'text' ? [] : [part.source]))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(each => expressionsOf(each as Argument))
}

/** What stands as it is in the arguments of a read: effects show theirs, and lists of values are `enum`. */
function inReading(step: Step, { words, find }: Material): readonly string[] {
  if (step.kind !== 'tool') return []
  const called = { field: 'tool', server: step.server, tool: step.tool, effect: step.effect ?? null }
  const tool = find(called)
  if (effectOf(called, tool) !== 'read') return []
  const root = knownOf(tool?.inputSchema)
  return literalsIn(step.args).flatMap(({ path, value, isPart }) => {
    if (isPart || (typeof value !== 'string' && typeof value !== 'number')) return []
    const isShown = valuesOf(knownAt(root, path)) !== null || recipientsIn(String(value)).length > 0
    return isShown || isSaid(value, words) ? [] : [`  ${pathText(path)}: ${shown(value)}`]
  })
}

function isSaid(value: string | number, words: Material['words']): boolean {
  return (typeof value === 'string' && !/[\p{L}\p{N}]/u.test(value)) || words.holds(value)
}

function shown(value: string | number): string {
  return typeof value === 'string' ? shownText(value) : String(value)
}
