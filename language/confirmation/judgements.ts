// Entries of the kinds `assumption`, `ask`, `cut-list` and `repeats`: what a model took for granted, where
// one judges, and what the compiler points out.
import type { DiagnosticCode } from '../../domain/plan/diagnostics.ts'
import type { Step } from '../../domain/plan/plan.ts'
import { shownText } from '../../domain/shown/shown.ts'
import {
  type ConfirmationKind,
  confirmationBounds,
  type Finding,
} from '../../domain/work/confirming/entry.ts'
import { bounded, markedValue } from './argument-lines.ts'
import { type Material, quoteOf } from './material.ts'

const most = { assumptions: 30 } as const

const ofPlan = { tool: null, effect: null } as const

export function assumptionFindings({ assumptions, steps }: Material): readonly Finding[] {
  const ids = new Set(steps.map(({ step }) => step.id))
  return assumptions.slice(0, most.assumptions).map(({ step, field, text, options }): Finding => {
    const isOfStep = step !== null && ids.has(step)
    const where = isOfStep && field !== null ? ` (${shownText(field)})` : ''
    return {
      ...{ kind: 'assumption', step: isOfStep ? step : null, ...ofPlan, severity: 'warning' },
      place: `${field ?? ''} ${text}`,
      says: `Taken for granted${where}: ${shownText(text)}`,
      ...(options.length > 0 && { options: options.slice(0, confirmationBounds.options) }),
    }
  })
}

export function askFindings(material: Material): readonly Finding[] {
  return material.steps.flatMap(({ step }): readonly Finding[] => {
    if (step.kind !== 'ask' && step.kind !== 'agent') return []
    const lines = step.kind === 'ask' ? askLines(step, material) : agentLines(step, material)
    const common = { kind: 'ask', step: step.id, ...ofPlan, severity: 'info' } as const
    return [{ ...common, says: bounded(lines.join('\n')), ...quoteOf(material, step) }]
  })
}

function askLines(step: Extract<Step, { kind: 'ask' }>, { words }: Material): readonly string[] {
  const { choices, review } = step
  const named = Array.isArray(choices) ? choices.map(shownText).join(', ') : null
  const computed = choices === undefined || named !== null ? null : (choices as { readonly $: string }).$
  const form = named ?? (computed === null ? null : markedValue({ $: computed }, words))
  return [
    'A language model judges, and may be wrong:',
    `  question: ${markedValue(step.question, words)}`,
    ...(form === null ? [] : [`  choices: ${form}`]),
    ...(review === undefined ? [] : ['  Somebody sees each answer before it goes on']),
  ]
}

function agentLines({ goal, tools }: Extract<Step, { kind: 'agent' }>, { words }: Material) {
  return [
    'A language model reaches for a goal by itself, and may be wrong:',
    `  goal: ${markedValue(goal, words)}`,
    `  tools: ${tools.length === 0 ? 'none' : tools.map(shownText).join(', ')}`,
  ]
}

const pointedOut: Partial<Record<DiagnosticCode, ConfirmationKind>> = {
  CUT_LIST: 'cut-list',
  REPEATED_EFFECT: 'repeats',
}

export function diagnosticFindings({ diagnostics, steps }: Material): readonly Finding[] {
  return diagnostics.flatMap(({ code, path, message }): readonly Finding[] => {
    const kind = pointedOut[code]
    if (kind === undefined) return []
    const id = path?.split('.')[0] ?? null
    const found = steps.find(({ step }) => step.id === id)?.step ?? null
    const common = {
      kind,
      step: found?.id ?? null,
      ...ofPlan,
      severity: 'warning',
      place: path ?? '',
    } as const
    return [{ ...common, says: bounded(message) }]
  })
}
