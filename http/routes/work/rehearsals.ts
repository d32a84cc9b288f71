// What a workflow would do: dry runs, and recorded executions replayed against another version.
import { refuseUnfit, refuseUnready, startOf } from '../../../actors/execution/starting/starting.ts'
import { startCu, toolCu } from '../../../domain/billing/meter.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { withDefaults } from '../../../domain/schema/defaults.ts'
import {
  Backtest,
  BacktestWorkflow,
  DryRun,
  DryRunPrompt,
  DryRunWorkflow,
  PromptDryRun,
  rehearsalBounds,
} from '../../../domain/work/rehearsal.ts'
import { budgetExceeded } from '../../../storage/usage/start-bounds.ts'
import { activeRunnable, versionRunnable } from '../../executions/starts.ts'
import { dryRunPrompt, dryRunWorkflow } from '../../mcp/route-tools/planning-tools.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'
import { leavingSignal } from '../../streaming/leaving.ts'

export const rehearsalRoutes = [
  route('POST /api/v1/workflows/dry-run', {
    summary: 'Run a prompt or a plan without saving it and without effects',
    description:
      'As a dry run of a workflow. A prompt that cannot be planned is refused with `workflow-needs-review`; `plan` replaces what the prompt says.',
    permission: 'execution:start',
    body: DryRunPrompt,
    returns: PromptDryRun,
    tool: dryRunPrompt,
  }).handle(async ({ caller, body, request }, services) => {
    const { organizationId, userId: startedBy } = caller
    const signal = leavingSignal(request)
    const { compiler, thinking, rehearsals, executionLimits } = services
    const made = await compiler.compile(caller, body.prompt, body.plan ?? null, signal)
    const terms = await services.organizations.terms(organizationId)
    const runnable = { ...unsaved, ...made, needsAcceptance: false, isLimited: false }
    refuseUnready(runnable)
    const inputs = withDefaults(made.inputsSchema, body.inputs)
    refuseUnfit(await thinking.check({ organizationId, signal }, made.inputsSchema, inputs))
    const trigger = { kind: 'api', ref: null } as const
    const facts = { organizationId, plan: terms.plan, executionLimits, startedBy, trigger }
    const start = startOf({ ...facts, runnable, inputs })
    await takeOfKey(services, caller)
    const { workflowId: _id, version: _version, ...run } = await rehearsals.dryRun(made.plan, start, signal)
    await spendOfKey(services, caller, run.reads)
    return run
  }),

  route('POST /api/v1/workflows/:id/dry-run', {
    summary: 'Run a workflow without effects',
    description: `Calls the tools that only read, for real, up to ${rehearsalBounds.reads} times; what every other tool would answer is made up of its output schema. Answers with the effects that an execution would have, its steps, and its CU. Keeps no execution and counts none.`,
    permission: 'execution:start',
    body: DryRunWorkflow,
    returns: DryRun,
    tool: dryRunWorkflow,
  }).handle(async ({ caller, params, body, request }, services) => {
    const { organizationId, userId: startedBy } = caller
    const { thinking, workflows, rehearsals, executionLimits } = services
    const terms = await services.organizations.terms(organizationId)
    const runnable = {
      ...(await activeRunnable(services, { organizationId, terms }, params.id)),
      isLimited: false,
    }
    refuseUnready(runnable)
    const inputs = withDefaults(runnable.inputsSchema, body.inputs)
    refuseUnfit(await thinking.check({ organizationId }, runnable.inputsSchema, inputs))
    const { plan } = (await workflows.versionById(runnable.versionId))!
    const trigger = { kind: 'api', ref: null } as const
    const facts = { organizationId, plan: terms.plan, executionLimits, startedBy, trigger }
    await takeOfKey(services, caller)
    const start = startOf({ ...facts, runnable, inputs })
    const run = await rehearsals.dryRun(plan, start, leavingSignal(request))
    await spendOfKey(services, caller, run.reads)
    return run
  }),

  route('POST /api/v1/workflows/:id/backtest', {
    summary: 'Replay recorded executions against a version',
    description:
      'Runs the latest ended executions of the workflow again with the plan of another version: with their inputs and with what tools answered then, and without any effect. Answers which steps come out differently.',
    permission: 'execution:read',
    body: BacktestWorkflow,
    returns: Backtest,
  }).handle(async ({ caller, params, body, request }, services) => {
    const { organizationId } = caller
    const { version, last } = body
    const terms = await services.organizations.terms(organizationId)
    const active = await activeRunnable(services, { organizationId, terms }, params.id)
    const runnable = await versionRunnable(services, organizationId, active, version)
    refuseUnready(runnable)
    const { plan } = (await services.workflows.versionById(runnable.versionId))!
    const filter = { workflowId: params.id, status: ['completed', 'failed', 'cancelled'] } as const
    const { items } = await services.executions.search(organizationId, filter, {
      limit: last,
      cursor: undefined,
    })
    const executions = items.map(({ id, workflowVersion }) => ({ id, version: workflowVersion }))
    const asked = { organizationId, workflowId: params.id, version, plan, executions }
    return services.rehearsals.backtest(asked, leavingSignal(request))
  }),
]

/**
 * A dry run counts for no organization, but calls tools: a key with a budget pays for it as for an execution.
 */
async function takeOfKey({ monthBudgets }: Services, { organizationId, key }: Caller): Promise<void> {
  if (key?.budget == null) return
  const refused = await monthBudgets.take({ organizationId, keyId: key.id }, startCu)
  if (refused !== null) throw budgetExceeded(refused.limit, refused.used)
}

async function spendOfKey({ monthBudgets }: Services, { organizationId, key }: Caller, reads: number) {
  if (key?.budget != null) await monthBudgets.spend({ organizationId, keyId: key.id }, reads * toolCu)
}

/** What a workflow is called that nobody has saved; a dry run keeps nothing of it. */
const unsaved = { workflowId: 'wf_unsaved', workflowName: 'unsaved', versionId: 'ver_unsaved', version: 1 }
