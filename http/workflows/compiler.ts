// Compiles a prompt, or a hand-written plan, to a checked plan, against the tools and workflows of the
// organization. The composition chooses the planner that reads prompts (main/services.ts); the compiler
// checks every plan, from any of them. Both work in threads (language/thinking/thinking.ts), not in this one.

import type { CompilerContext, NamedWorkflow } from '../../domain/compiler/compiler.ts'
import type { NamedCredential } from '../../domain/compiler/secrets.ts'
import { Failure } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import { allows } from '../../domain/people/permissions.ts'
import { policyOf } from '../../domain/plan/assignees.ts'
import { blockOf } from '../../domain/plan/blocks/blocks.ts'
import { allSteps } from '../../domain/plan/nested-steps.ts'
import type { Plan, PromptTrigger, Step } from '../../domain/plan/plan.ts'
import {
  type Planned,
  type Planner,
  type PlanningContext,
  planningBounds,
} from '../../domain/plan/planning.ts'
import { boundedSuggestions, noSuggestions, suggestionBounds } from '../../domain/plan/suggesting.ts'
import type { PlanStart } from '../../domain/work/starts/said-starts.ts'
import { noPrompt } from '../../domain/work/workflow.ts'
import { saidInAll, type Thinking } from '../../language/language.ts'
import type { Hub } from '../../rpc/hub.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Author, Compiler, SentSaying } from '../services.ts'
import { type KeyBudgets, planningPayer } from './planning-payer.ts'
import { attributed, byWhom, saidOf, sentPlan, unreadable } from './sent-plan.ts'

export interface CompilerParts {
  readonly hub: Pick<Hub, 'list' | 'withheld'>
  /** It must answer by its own deadline. */
  readonly planner: Planner
  readonly thinking: Pick<Thinking, 'compile' | 'confirm' | 'outline'>
  /** Finds the workflows that these ids and names may mean. */
  readonly findWorkflows: (
    organizationId: string,
    said: readonly string[],
  ) => Promise<readonly NamedWorkflow[]>
  /** All of the organization; null: there are more than a model is told. */
  readonly nameWorkflows: (organizationId: string) => Promise<readonly NamedWorkflow[] | null>
  /** Finds credentials that a plan names, in memory. */
  readonly findCredentials: (organizationId: string) => Promise<readonly NamedCredential[]>
  /** Those of the assignees of a plan who can decide an approval. */
  readonly findDeciders: (organizationId: string, said: readonly string[]) => Promise<readonly string[]>
  /** The language models that agent steps may name, and whether there is one for those that name none. */
  readonly findModels: (organizationId: string) => Promise<NonNullable<CompilerContext['models']>>
  /** E-mail address; null where it is not theirs: an end user in a chat. */
  readonly findAddress: (author: Author) => Promise<string | null>
  /** IANA name of the time zone for times in prompts that name none. */
  readonly timeZone: string
  readonly clock: Pick<Clock, 'now'>
  /** Of API keys. Default: they have as much as they want. */
  readonly monthBudgets?: KeyBudgets
}

export function createCompiler(parts: CompilerParts): Compiler {
  const { hub, planner, thinking, findWorkflows, findCredentials, findDeciders, findModels } = parts
  const { findAddress, nameWorkflows, timeZone, clock } = parts
  const givenTo = async (organizationId: string) => ({
    tools: await hub.list(organizationId),
    credentials: await findCredentials(organizationId),
    withheld: await hub.withheld(organizationId),
  })
  return {
    async suggest(organizationId, prompt, offset, signal) {
      if (planner.suggest === undefined) return noSuggestions(offset)
      const deadline = clock.now() + suggestionBounds.lifeMs
      const context = { ...(await givenTo(organizationId)), organizationId, timeZone, deadline, signal }
      return boundedSuggestions(await planner.suggest(prompt, offset, context), prompt, offset)
    },
    async compile(author, prompt, plan, signal = new AbortController().signal, report, said = {}) {
      const isTyping = said.plannedBy === 'reader' && said.isByAgent !== true
      const asking = { signal, isTyping, ...(report && { report }) }
      return byWhom((await made(author, { prompt, plan, saying: said }, asking)).compiled, said)
    },

    async confirm({ organizationId }, confirming, signal) {
      const asker = { organizationId, ...(signal && { signal }) }
      const { tools, credentials } = await givenTo(organizationId)
      const named = credentials.map(({ id, name }) => ({ id, name }))
      return thinking.confirm(asker, tools, { ...confirming, credentials: named })
    },

    async outline(author, prompt, given, asking, saying = {}) {
      const { compiled, begun, tools } = await made(author, { prompt, plan: given, saying }, asking)
      const { schedule, triggers = [] } = begun ?? compiled
      const plan = begun === undefined ? compiled.plan : { steps: begun.steps }
      const said = { plan, beginnings: { schedule, triggers } }
      const asker = { organizationId: author.organizationId, signal: asking.signal }
      return { ...compiled, outline: await thinking.outline(asker, tools, said) }
    },
  }

  async function made(
    writer: Author,
    { prompt, plan, saying }: Given,
    asking: Pick<PlanningContext, 'signal' | 'report' | 'isTyping' | 'revision'>,
  ) {
    const { organizationId } = writer
    const { signal, report } = asking
    // A model is asked in the name of whoever may write: others are answered as while they type.
    const mayAskModel = allows(writer, 'workflow:write')
    const isTyping = asking.isTyping === true || !mayAskModel
    const given = await givenTo(organizationId)
    const deadline = clock.now() + (report === undefined ? planningBounds.lifeMs : planningBounds.watchedMs)
    const payer = planningPayer(parts.monthBudgets, writer)
    const writing = { timeZone, ...(payer !== null && { payer }), mayAskModel }
    const sent = sentPlan(plan, saying)
    if (sent === null && prompt === '' && asking.revision?.plan == null)
      throw new Failure('validation-failed', `prompt: ${noPrompt}`)
    const named = sent === null ? await namesFor(writer, prompt, isTyping) : {}
    const context = { ...given, organizationId, ...writing, ...named, deadline, ...asking, isTyping }
    const planned = sent ?? attributed(await planner.plan(prompt, context), saying)
    const { plan: judged, plannedBy = 'reader', begun, ...said } = planned
    const judging = {
      ...given,
      prompt: saidInAll(prompt, asking.revision ?? null),
      ...said,
      ...(await worldOf(organizationId, judged, planned.triggers)),
    }
    const compiled = await thinking.compile({ organizationId, signal }, judged, judging)
    if (sent !== null && said.diagnostics.length > 0) throw unreadable(compiled.diagnostics)
    return { compiled: { ...compiled, ...saidOf(planned), plannedBy }, begun, tools: given.tools }
  }

  /** What a prompt may be about; read from the database, so only as far as somebody asks for it. */
  async function namesFor(writer: Author, prompt: string, isTyping: boolean) {
    const isAddressed = !isTyping || /\b(?:me|my)\b/i.test(prompt)
    const author = isAddressed ? await findAddress(writer) : null
    const workflows = isTyping ? null : await nameWorkflows(writer.organizationId)
    return {
      ...(author !== null && { author }),
      ...(workflows !== null && { workflows }),
      ...(!isTyping && { models: await findModels(writer.organizationId) }),
    }
  }

  /** What the plan names. Few plans name something, and an organization may have thousands. */
  async function worldOf(organizationId: string, plan: Plan, triggers: Planned['triggers']) {
    const steps = allSteps(plan.steps)
    const named = [...workflowsIn(steps), ...workflowsWatched(triggers), ...workflowsWatched(plan.start)]
    const assignees = assigneesIn(steps)
    const hasAgent = steps.some(step => blockOf(step).asksModel)
    return {
      ...(named.length > 0 && { workflows: await findWorkflows(organizationId, named) }),
      ...(assignees.length > 0 && { deciders: await findDeciders(organizationId, assignees) }),
      ...(hasAgent && { models: await findModels(organizationId) }),
    }
  }
}

/** What somebody has sent. */
interface Given {
  readonly prompt: string
  /** Null: the prompt is to be planned. */
  readonly plan: Json | null
  readonly saying: SentSaying
}

/** The names in the triggers of a prompt, and in the starts of a plan. */
function workflowsWatched(triggers: readonly (PromptTrigger | PlanStart)[] = []): readonly string[] {
  return triggers.flatMap(trigger => (trigger.kind === 'completion' ? [trigger.workflow] : []))
}

function workflowsIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(step => (step.kind === 'workflow' ? [step.workflow] : []))
}

function assigneesIn(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.flatMap(step => policyOf(step)?.assignees ?? []))]
}
