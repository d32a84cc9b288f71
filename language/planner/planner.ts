// The embedded planner: English to a plan, with neither key nor model. The same prompt and tools give the
// same plan. Every word is consumed by exactly one construct or it is a diagnostic; the plan then passes the
// compiler. It is the first planner behind the port of domain/plan/planning.ts; everything is read in one go,
// within some milliseconds.

import { compile, type NamedWorkflow } from '../../domain/compiler/compiler.ts'
import type { NamedCredential } from '../../domain/compiler/secrets.ts'
import type { Compilation, Diagnostic, Fix } from '../../domain/plan/plan.ts'
import type { BegunPlan, Planned, Planner } from '../../domain/plan/planning.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import type { WithheldTools } from '../../domain/tools/tool-settings.ts'
import { asFarAsPaid, type Meter } from './chart/meter.ts'
import { withDenials } from './denials.ts'
import { explain } from './explain/explain.ts'
import { diagnose } from './faults/diagnose.ts'
import { fixesFor } from './faults/fixes.ts'
import { type Read, read as readByGrammar, readerBounds, stepsOf } from './reader.ts'
import { suggest } from './suggest.ts'
import { withheldIn } from './withheld.ts'

export interface PlannerContext {
  /** IANA name: of times that say none. Default UTC. */
  readonly timeZone?: string
  /** E-mail address of who wrote the prompt. */
  readonly author?: string
  /** Those that the prompt may run. */
  readonly workflows?: readonly NamedWorkflow[]
  readonly credentials?: readonly NamedCredential[]
  /** Tools that are there and cannot be used. */
  readonly withheld?: WithheldTools
}

export const englishReader: Planner = {
  async plan(prompt, { tools, timeZone, author, withheld, signal }) {
    signal.throwIfAborted()
    return readPrompt(prompt, tools, { timeZone, ...(author && { author }), ...(withheld && { withheld }) })
  },
  async suggest(prompt, offset, { tools, signal }) {
    signal.throwIfAborted()
    return suggest(prompt, offset, tools)
  },
}

/** Reads a prompt and compiles what it says. Parameters as of `readPrompt`. */
export function plan(prompt: string, tools: readonly HubTool[], context: PlannerContext = {}): Compilation {
  const { plan, diagnostics, schedule, triggers = [] } = readPrompt(prompt, tools, context)
  const { workflows, credentials, withheld } = context
  return compile(plan, {
    ...{ tools, prompt, diagnostics, schedule, triggers },
    ...(workflows && { workflows }),
    ...(credentials && { credentials }),
    ...(withheld && { withheld }),
  })
}

/**
 * @param prompt as a person wrote it, at most some 20,000 characters
 * @param tools the catalog; its search index is built once per array
 * @param fixing it is tried in place of another prompt, within this; else such prompts are sought for it
 */
function readPrompt(
  prompt: string,
  tools: readonly HubTool[],
  { timeZone = 'UTC', author, withheld }: Pick<PlannerContext, 'timeZone' | 'author' | 'withheld'>,
  fixing: Meter | null = null,
): Planned {
  const writing = { timeZone, ...(author && { author }) }
  const read = readByGrammar(prompt, tools, writing, fixing ?? undefined)
  if (read.diagnostics.length === 0) {
    const { notes, schedule, triggers } = read
    const plan = { steps: withDenials(read.steps) }
    return explained({ plan, diagnostics: notes, schedule, triggers, explanation: null }, tools)
  }
  // What is said of it reads the rest of the sentences, and may spend what is left.
  const why = asFarAsPaid(() => diagnose(read, tools), read.diagnostics)
  const off = withheldIn(prompt, withheld)
  // A tool that is there and cannot be used is there.
  const left = unplannedBy([...off, ...why.filter(({ code }) => off.length === 0 || code !== 'UNKNOWN_TOOL')])
  const begun = begunIn(read)
  const said = begun === null ? left : { ...left, begun }
  if (fixing !== null) return said
  const meter = { work: 0, limit: readerBounds.fixWork }
  const reads = (other: string) => isFit(readPrompt(other, tools, writing, meter), other, tools)
  return withFixes(
    said,
    asFarAsPaid(() => fixesFor(read, prompt, tools, reads), []),
  )
}

function unplannedBy(diagnostics: readonly Diagnostic[]): Planned {
  return { plan: { steps: [] }, diagnostics, schedule: null, explanation: null }
}

/** What was read before it came to an end. */
function begunIn({ trace }: Read): BegunPlan | null {
  const [first] = trace?.states ?? []
  return first === undefined || trace!.failed === 0 ? null : stepsOf(first)
}

/** On the first error: they are about the prompt as a whole. */
function withFixes(planned: Planned, fixes: readonly Fix[]): Planned {
  const at = planned.diagnostics.findIndex(({ severity }) => severity === 'error')
  if (fixes.length === 0 || at === -1) return planned
  const diagnostics = planned.diagnostics.map((each, index) => (index === at ? { ...each, fixes } : each))
  return { ...planned, diagnostics }
}

/** The words are all read, and what they say can run. */
function isFit(planned: Planned, prompt: string, tools: readonly HubTool[]): boolean {
  if (planned.diagnostics.some(({ severity }) => severity === 'error')) return false
  return compile(planned.plan, { tools, prompt, diagnostics: [], schedule: null }).status === 'ready'
}

/** With the plan in words, when nothing keeps it from running. */
function explained(planned: Planned, tools: readonly HubTool[]): Planned {
  const { plan, diagnostics, schedule, triggers = [] } = planned
  const isReady = plan.steps.length > 0 && diagnostics.every(({ severity }) => severity === 'info')
  return isReady ? { ...planned, explanation: explain(plan, tools, { schedule, triggers }) } : planned
}
