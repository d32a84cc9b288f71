// What a prompt would become, and how it could go on: nothing is kept. For editors of prompts.
import { suggestionBounds } from '../../../domain/plan/suggesting.ts'
import { PlannedWorkflow, PlanPrompt, SuggestAt, Suggestions } from '../../../domain/work/workflow.ts'
import { route } from '../../pipeline/route.ts'
import { leavingSignal } from '../../streaming/leaving.ts'
import { showPlannedSchedule } from '../../workflows/schedules.ts'

export const planningRoutes = [
  route('POST /api/v1/workflows/plan', {
    summary: 'Compile a prompt without saving it',
    permission: 'workflow:read',
    body: PlanPrompt,
    returns: PlannedWorkflow,
  }).handle(async ({ caller, body, request }, { compiler }) => {
    const { prompt, plan = null } = body
    const compilation = await compiler.compile(caller.organizationId, prompt, plan, leavingSignal(request))
    return { ...compilation, schedule: showPlannedSchedule(compilation) }
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
