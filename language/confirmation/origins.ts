// What an effect is made of: the reads and computed values that its arguments, its loops and its conditions
// use, each with what it is asked for. A filter that is missing or another one shows here, beside the effect.
import { ExpressionError } from '../../domain/expression/expression.ts'
import type { Source } from '../../domain/plan/blocks/block.ts'
import { compileSource, sourcesOf } from '../../domain/plan/blocks/sources.ts'
import type { Argument, Step } from '../../domain/plan/plan.ts'
import { shownName, shownText } from '../../domain/shown/shown.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import { argumentLines, markedValue } from './argument-lines.ts'
import { effectOf, type Material } from './material.ts'
import type { SaidWords } from './said/said-words.ts'

/** Steps; more are in the plan. */
const mostOrigins = 12

export function originLines(step: Step, material: Material): readonly string[] {
  const found = originsOf(step, material)
  const more = found.length - mostOrigins
  const shown = found.slice(0, mostOrigins).flatMap(each => linesOf(each, material))
  return more > 0 ? [...shown, `… and what ${more} more steps give, in the plan`] : shown
}

/** In the order of the plan, each once. */
function originsOf(step: Step, material: Material): readonly Step[] {
  const { steps, circumstances } = material
  const around = (circumstances.get(step) ?? []).flatMap(({ value }): readonly Source[] =>
    '$' in value ? [{ field: 'when', argument: { $: value.$ } }] : [],
  )
  const wanted = new Set([...sourcesOf(step), ...around].flatMap(readsOf))
  const taken = new Set<Step>()
  // Nothing reads what comes after it, so one way back finds all.
  for (const { step: each } of steps.toReversed()) {
    if (each === step || !wanted.has(each.id) || !isOrigin(each, material)) continue
    taken.add(each)
    for (const id of sourcesOf(each).flatMap(readsOf)) wanted.add(id)
  }
  return steps.map(placed => placed.step).filter(each => taken.has(each))
}

/** Effects have entries of their own. */
function isOrigin(step: Step, material: Material): boolean {
  if (step.kind === 'set' || step.kind === 'code' || step.kind === 'ask') return true
  if (step.kind !== 'tool') return false
  const effect = effectOf(calledBy(step), material.find(calledBy(step)))
  return effect === 'pure' || effect === 'read'
}

function calledBy(step: Extract<Step, { kind: 'tool' }>) {
  return { field: 'tool', server: step.server, tool: step.tool, effect: step.effect ?? null }
}

function linesOf(step: Step, { words }: Material): readonly string[] {
  switch (step.kind) {
    case 'set':
      return [`  steps.${step.id}: ${markedValue(step.value, words)}`]
    case 'ask':
      return [`  steps.${step.id}: what a language model answers`]
    case 'code':
      return [`  steps.${step.id}: by the code ${shownText(step.js)}`, ...argsBelow(step.args ?? {}, words)]
    case 'tool': {
      const name = shownName(offeredName({ server: step.server, name: step.tool }))
      const args = argsBelow(step.args, words)
      return [`  steps.${step.id}: from ${name}${args.length === 0 ? ', without arguments' : ''}`, ...args]
    }
    default:
      return []
  }
}

function argsBelow(args: { readonly [name: string]: Argument }, words: SaidWords): readonly string[] {
  return argumentLines(args, words).map(line => `  ${line}`)
}

/** Nothing of what cannot be read: the compiler says so. */
function readsOf(source: Source): readonly string[] {
  try {
    return compileSource(source).steps
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}
