// Entries of the kind `effect`: what the plan changes outside, with each argument and how often.
import type { CalledTool } from '../../domain/plan/blocks/block.ts'
import { blockOf } from '../../domain/plan/blocks/blocks.ts'
import type { Step } from '../../domain/plan/plan.ts'
import { shownName } from '../../domain/shown/shown.ts'
import { type HubTool, offeredName, type ToolEffect } from '../../domain/tools/tool.ts'
import { mayDestroy } from '../../domain/tools/tool-settings.ts'
import type { Finding } from '../../domain/work/confirming/entry.ts'
import { argumentLines, bounded, markedValue } from './argument-lines.ts'
import { askedWords, circumstanceLines } from './circumstances.ts'
import { oftenWords, type PlacedStep } from './how-often.ts'
import { effectOf, type Material, quoteOf } from './material.ts'
import { originLines } from './origins.ts'

export function effectFindings(material: Material): readonly Finding[] {
  return material.steps.flatMap(placed => {
    const { step } = placed
    if (step.kind === 'workflow') return [ofWorkflow(step, placed, material)]
    const called = changing(blockOf(step).calls?.(step) ?? [], material)
    if (called.length === 0) return []
    return [
      step.kind === 'tool' ? ofTool(step, called[0]!, placed, material) : ofModel(step, called, material),
    ]
  })
}

interface Changing {
  readonly name: string
  readonly tool: HubTool | null
  readonly effect: ToolEffect
}

function changing(called: readonly CalledTool[], { find }: Material): readonly Changing[] {
  return called
    .map(each => {
      const tool = find(each)
      const name = offeredName({ server: each.server, name: each.tool })
      return { name, tool, effect: effectOf(each, tool) }
    })
    .filter(({ effect }) => effect === 'write' || effect === 'destructive')
}

function ofTool(
  step: Extract<Step, { kind: 'tool' }>,
  { name, tool, effect }: Changing,
  { most }: PlacedStep,
  material: Material,
): Finding {
  const lines = [
    `${shownName(name)} ${doesWords(effect)}, ${oftenWords(most)}`,
    ...whenLines(step, material),
    ...approvedLines(step),
    ...triedLines(step),
    ...argumentLines(step.args, material.words),
    ...originLines(step, material),
    ...silenceLines(tool),
  ]
  const severity = effect === 'destructive' ? 'tick' : most === null ? 'warning' : 'info'
  return {
    ...{ kind: 'effect', step: step.id, tool: name, effect, severity, says: bounded(lines.join('\n')) },
    ...quoteOf(material, step),
  }
}

/** A language model chooses which of them it calls, how often and with what. */
function ofModel(step: Step, called: readonly Changing[], material: Material): Finding {
  const isDestructive = called.some(({ effect }) => effect === 'destructive')
  const lines = [
    'A language model chooses whether, how often and with what it calls:',
    ...called.map(({ name, effect }) => `  ${shownName(name)} ${doesWords(effect)}`),
    ...whenLines(step, material),
    ...triedLines(step),
  ]
  return {
    ...{ kind: 'effect', step: step.id, tool: called.length === 1 ? called[0]!.name : null },
    effect: isDestructive ? 'destructive' : 'write',
    severity: isDestructive ? 'tick' : 'warning',
    says: bounded(lines.join('\n')),
    ...quoteOf(material, step),
  }
}

function ofWorkflow(
  step: Extract<Step, { kind: 'workflow' }>,
  { most }: PlacedStep,
  material: Material,
): Finding {
  const lines = [
    `Runs the workflow ${markedValue(step.workflow, material.words)}, ${oftenWords(most)}; what that changes, its own plan says`,
    ...whenLines(step, material),
    ...triedLines(step),
    ...argumentLines(step.inputs, material.words),
    ...originLines(step, material),
  ]
  return {
    ...{ kind: 'effect', step: step.id, tool: null, effect: null, severity: 'warning' },
    says: bounded(lines.join('\n')),
    ...quoteOf(material, step),
  }
}

function doesWords(effect: ToolEffect): string {
  return effect === 'destructive' ? 'removes or overwrites something' : 'changes something outside'
}

function whenLines(step: Step, { circumstances, words }: Material): readonly string[] {
  return circumstanceLines(circumstances.get(step) ?? [], words)
}

function approvedLines({ approval }: Step): readonly string[] {
  return approval === undefined ? [] : [`  each call is approved before by: ${askedWords(approval)}`]
}

/** A call that seems to fail may have had its effect. */
function triedLines({ retry }: Step): readonly string[] {
  if (retry === undefined || retry.maxAttempts < 2) return []
  return [`  if it fails: tried up to ${retry.maxAttempts} times in all`]
}

/** Said last: of most servers it is the same for every tool. */
function silenceLines(tool: HubTool | null): readonly string[] {
  const isSilent = tool !== null && tool.effect === 'write' && mayDestroy(tool)
  return isSilent ? ['Its server does not say whether it removes anything.'] : []
}
