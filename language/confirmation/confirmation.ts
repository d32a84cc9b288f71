// What a person confirms before a plan that a model or an agent wrote starts by itself. Pure: the same plan,
// request and tools give the same entries, ids and digest. Called in a thread (language/thinking/work.ts).
// 1. No entry relies on what a model says of itself: literals are compared with the request, effects are
//    those of the tools.
// 2. The digest covers the plan without its spans, the entries and the definitions of the tools that are
//    called. Nothing in it changes by time alone.
import { createHash } from 'node:crypto'
import { canonical, type Json } from '../../domain/json.ts'
import { withLists } from '../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../domain/plan/plan.ts'
import { toolNames } from '../../domain/plan/plan-uses.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import { pinOf } from '../../domain/tools/tool-pin.ts'
import {
  type ConfirmationEntry,
  confirmationBounds,
  type Finding,
} from '../../domain/work/confirming/entry.ts'
import { credentialFindings } from './credentials.ts'
import { effectFindings } from './effects.ts'
import { enumFindings } from './enums.ts'
import { askFindings, assumptionFindings, diagnosticFindings } from './judgements.ts'
import { type Confirming, materialOf } from './material.ts'
import { recipientFindings } from './recipients.ts'
import { unsaidFindings } from './said/unsaid-values.ts'
import { startFindings } from './starts.ts'

export interface Confirmable {
  /** SHA-256, in hex. */
  readonly digest: string
  readonly entries: readonly ConfirmationEntry[]
}

export function confirmation(confirming: Confirming): Confirmable {
  const material = materialOf(confirming)
  const findings = [
    ...startFindings(material),
    ...effectFindings(material),
    ...recipientFindings(material),
    ...enumFindings(material),
    ...unsaidFindings(material),
    ...assumptionFindings(material),
    ...diagnosticFindings(material),
    ...askFindings(material),
    ...credentialFindings(material),
  ]
  const entries = withIds(inOrder(findings, material.steps))
  return { digest: digestOf(confirming, entries), entries }
}

const weights = { tick: 0, warning: 1, info: 2 } as const

/** What weighs most first, then by the order of the plan. */
function inOrder(
  findings: readonly Finding[],
  steps: readonly { readonly step: Step }[],
): readonly Finding[] {
  const places = new Map(steps.map(({ step }, at) => [step.id, at]))
  const place = ({ step }: Finding) => (step === null ? -1 : (places.get(step) ?? -1))
  return findings.toSorted((a, b) => weights[a.severity] - weights[b.severity] || place(a) - place(b))
}

function withIds(findings: readonly Finding[]): ConfirmationEntry[] {
  const used = new Map<string, number>()
  return findings.map(({ place, ...finding }) => {
    const id = idOf(finding.kind, finding.step, place)
    const count = (used.get(id) ?? 0) + 1
    used.set(id, count)
    return { id: count === 1 ? id : `${id}:${count}`, ...finding }
  })
}

/** Of what the entry is about, so that it stays the same while that does. */
function idOf(kind: string, step: string | null, place: string | undefined): string {
  const named = [kind, step ?? 'plan', ...(place === undefined ? [] : [place])].join(':')
  if (named.length <= confirmationBounds.id - 10 && /^[\w:.[\]-]*$/.test(named)) return named
  return `${kind}:${(step ?? 'plan').slice(0, 60)}:${hashOf(named).slice(0, 16)}`
}

function digestOf({ plan, tools }: Confirming, entries: readonly ConfirmationEntry[]): string {
  const byName = new Map(tools.map(tool => [offeredName(tool), tool]))
  const pins = toolNames(plan).map(name => {
    const tool = byName.get(name)
    return [name, tool === undefined ? null : pinOf(tool)]
  })
  const covered = { plan: withoutSpans(plan), entries, tools: pins }
  return hashOf(JSON.stringify(canonical(covered as unknown as Json)))
}

function withoutSpans(plan: Plan): Plan {
  const bare = (step: Step): Step => {
    const { span: _, ...rest } = step
    return withLists(rest as Step, list => list.map(bare))
  }
  return { ...plan, steps: plan.steps.map(bare) }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
