// What a prompt would become, and how it could go on: nothing is kept. For editors of prompts.

import type { z } from 'zod'
import { allows, type Caller } from '../../../domain/people/permissions.ts'
import { stepDifference } from '../../../domain/plan/difference/step-difference.ts'
import type { AttributedPlan } from '../../../domain/plan/plan.ts'
import type { PlanningContext, Revision } from '../../../domain/plan/planning.ts'
import { suggestionBounds } from '../../../domain/plan/suggesting.ts'
import { withSaidStarts } from '../../../domain/work/starts/prompt-starts.ts'
import { PlannedWorkflow, PlanPrompt, SuggestAt, Suggestions } from '../../../domain/work/workflow.ts'
import { saidInAll } from '../../../language/language.ts'
import { saidNotation, withNotation } from '../../../language/notation.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { clientOf, rateLimited } from '../../limits/limits.ts'
import { planWorkflow } from '../../mcp/route-tools/planning-tools.ts'
import { stream } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'
import { leavingSignal } from '../../streaming/leaving.ts'
import { plannedConfirmation } from '../../workflows/confirming.ts'
import { planningEvents, wantsEvents } from '../../workflows/planning-events.ts'
import { showPlannedSchedule, showPlannedStarts } from '../../workflows/schedules.ts'
import { byWhom, readWhole } from '../../workflows/sent-plan.ts'

export const planningRoutes = [
  route('POST /api/v1/workflows/plan', {
    summary: 'Compile a prompt without saving it',
    description:
      'With `Accept: text/event-stream` the answer is a stream: `progress` events with a `message` while a language model plans, then `planned` with the answer, or `failed` with the error.',
    permission: 'workflow:read',
    // Somebody is typing; whatever asks a language model counts as a write, too.
    bucket: 'read',
    body: PlanPrompt,
    returns: PlannedWorkflow,
    tool: planWorkflow,
  }).handle(async ({ caller, body, request, isTool }, services) => {
    const { prompt, plan = null, typing: isTyping = false, quotes, assumptions, base, plannedBy } = body
    const { compiler } = services
    const revision = revisionOf(body)
    const isWritten = (plan !== null && revision === null) || isTyping || isTool === true
    const isNotation = revision === null && saidNotation(prompt) !== null
    if (!isWritten && !isNotation) await countQuestion(services, caller, request)
    const before = revision?.plan ?? null
    const saying = { quotes, assumptions, base, plannedBy, isByAgent: isTool }
    const signal = leavingSignal(request)
    const planned = async (report?: PlanningContext['report']) => {
      const asking = { signal, isTyping, ...(report && { report }), ...(revision && { revision }) }
      const made = await compiler.outline(caller, prompt, revision === null ? plan : null, asking, saying)
      const said = saidInAll(prompt, revision)
      // Nobody confirms what is still being typed.
      const confirmation = isTyping
        ? undefined
        : await plannedConfirmation(services, caller, said, byWhom(made, saying), signal)
      return {
        ...made,
        prompt: said,
        ...notationOf(made, said),
        ...{ start: showPlannedStarts(made.plan), schedule: showPlannedSchedule(made) },
        triggers: made.triggers ?? [],
        ...(confirmation && { confirmation }),
        ...(before !== null && { difference: stepDifference(before, made.plan) }),
      }
    }
    return wantsEvents(request) ? stream(planningEvents(planned), 0) : planned()
  }),

  route('POST /api/v1/workflows/plan/suggest', {
    summary: 'What could be written at a place of a prompt',
    description: `At most ${suggestionBounds.count}, best first. Accepting one replaces the prompt from \`from\` to \`offset\` (UTF-16 units) by its \`text\`. \`kind\` is \`word\`, \`tool\`, \`argument\`, \`field\`, \`value\` or \`reference\`; others may come.`,
    permission: 'workflow:read',
    // Somebody is typing.
    bucket: 'read',
    body: SuggestAt,
    returns: Suggestions,
  }).handle(({ caller, body, request }, { compiler }) =>
    compiler.suggest(caller.organizationId, body.prompt, body.offset, leavingSignal(request)),
  ),
]

/** With what starts it: the notation that is sent back as the prompt is all of the workflow. */
function notationOf({ plan, schedule, triggers = [] }: AttributedPlan, prompt: string) {
  const { notation } = withNotation({ plan: withSaidStarts(plan, { schedule, triggers }), prompt })
  return notation === undefined ? {} : { notation }
}

/**
 * @param caller of the request; without `workflow:write` no language model is asked
 * @throws {Failure} rate-limited
 */
async function countQuestion(
  { limits, models }: Services,
  caller: Caller,
  { clientAddress }: IncomingRequest,
): Promise<void> {
  if (!allows(caller, 'workflow:write')) return
  if ((await models.open(caller.organizationId)) === null) return
  const standing = await limits.take('write', () => clientOf(caller, clientAddress))
  if (standing?.isExceeded) throw rateLimited(standing)
}

/**
 * Null: the prompt or the plan stands for itself.
 * @throws {Failure} validation-failed: the shape of a plan is wrong
 */
function revisionOf({ plan, change, answers, base }: z.infer<typeof PlanPrompt>): Revision | null {
  if (change == null && answers == null) return null
  return {
    plan: plan == null ? null : readWhole(plan, 'plan'),
    base: base == null ? null : readWhole(base, 'base'),
    ...{ change: change ?? null, answers: answers ?? {} },
  }
}
