// What a prompt would become, and how it could go on: nothing is kept. For editors of prompts.

import type { PlanningContext } from '../../../domain/plan/planning.ts'
import { suggestionBounds } from '../../../domain/plan/suggesting.ts'
import { PlannedWorkflow, PlanPrompt, SuggestAt, Suggestions } from '../../../domain/work/workflow.ts'
import { planWorkflow } from '../../mcp/route-tools/planning-tools.ts'
import { stream } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { leavingSignal } from '../../streaming/leaving.ts'
import { plannedConfirmation } from '../../workflows/confirming.ts'
import { planningEvents, wantsEvents } from '../../workflows/planning-events.ts'
import { showPlannedSchedule, showPlannedStarts } from '../../workflows/schedules.ts'

export const planningRoutes = [
  route('POST /api/v1/workflows/plan', {
    summary: 'Compile a prompt without saving it',
    description:
      'With `Accept: text/event-stream` the answer is a stream: `progress` events with a `message` while a language model plans, then `planned` with the answer, or `failed` with the error.',
    permission: 'workflow:read',
    // Somebody is typing.
    bucket: 'read',
    body: PlanPrompt,
    returns: PlannedWorkflow,
    tool: planWorkflow,
  }).handle(async ({ caller, body, request, isTool }, services) => {
    const { prompt, plan = null, typing: isTyping = false, quotes, assumptions } = body
    const { compiler } = services
    const saying = { quotes, assumptions, isByAgent: isTool }
    const signal = leavingSignal(request)
    const planned = async (report?: PlanningContext['report']) => {
      const asking = { signal, isTyping, ...(report && { report }) }
      const made = await compiler.outline(caller, prompt, plan, asking, saying)
      const start = showPlannedStarts(made.plan)
      // Nobody confirms what is still being typed.
      const confirmation = isTyping
        ? undefined
        : await plannedConfirmation(services, caller, prompt, made, signal)
      return {
        ...made,
        start,
        ...(confirmation && { confirmation }),
        schedule: showPlannedSchedule(made),
        triggers: made.triggers ?? [],
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
