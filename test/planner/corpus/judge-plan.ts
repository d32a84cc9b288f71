// The verdict about a plan, whoever wrote it: runs it in process as often as the prompt has runs, and holds
// effects and output against what is expected. Called by judge.ts, and by tests with plans of their own.
import { isDeepStrictEqual as isSame } from 'node:util'
import type { Compilation } from '../../../domain/plan/plan.ts'
import { compileSchema, defectUnder } from '../../../domain/schema/schema-check.ts'
import { type ExecutionError, isTerminal } from '../../../domain/work/execution.ts'
import { cronSets } from './cron-sets.ts'
import { callsFit, outputFits, textOf } from './matching.ts'
import { type CallGroup, type ExpectedRun, type Prompt, runsOf } from './prompts.ts'
import { type PlanRun, runPlan } from './run-plan.ts'
import type { FixtureCall, Shop } from './shop.ts'

export interface Verdict {
  readonly verdict: 'right' | 'refused' | 'silently wrong' | 'error'
  readonly why: string
  /** Ready, but without an effect: it should have been refused. */
  readonly isReady?: boolean
  /** Right as far as seen: somebody else has to decide an approval. */
  readonly isPartly?: boolean
}

/**
 * The verdict about a plan, whoever wrote it.
 * @param calls takes what the runs call
 */
export async function judgePlan(
  prompt: Prompt,
  compilation: Compilation,
  shop: Shop,
  calls: FixtureCall[] = [],
): Promise<Verdict> {
  const { status, diagnostics, schedule } = compilation
  if (status === 'needs_review') {
    const [first, ...others] = diagnostics.filter(({ severity }) => severity !== 'info')
    if (!first?.message) return error('needs_review without an error or question')
    const more = others.length > 0 ? ` (and ${others.length} more)` : ''
    return refused(`${first.code}: ${first.message}${more}`)
  }
  if (prompt.expect !== 'refuse' && isOtherSchedule(prompt, schedule))
    return wrong(`schedule ${scheduleText(schedule)} for ${scheduleText(prompt.schedule)}`)
  let verdict = right
  for (const [n, expected] of runsOf(prompt).entries()) {
    const one = await judgeRun(prompt, expected, { compilation, shop, calls })
    if (one !== right) verdict = { ...one, why: `${n > 0 ? `run ${n + 1}: ` : ''}${one.why}` }
    if (one.verdict !== 'right') break
  }
  return verdict
}

interface Judging {
  readonly compilation: Compilation
  readonly shop: Shop
  readonly calls: FixtureCall[]
}

async function judgeRun(
  { expect }: Prompt,
  expected: ExpectedRun,
  { compilation, shop, calls }: Judging,
): Promise<Verdict> {
  const { inputs = {}, decide } = expected
  const defect = compileSchema(compilation.inputsSchema)(inputs)
  if (defect !== null) {
    const why = `execute answered 400: ${defectUnder('inputs', defect)}`
    return expect === 'refuse' ? wrong(`ready; ${why}`, true) : refused(why)
  }
  const run = await runPlan(compilation.plan, {
    ...{ tools: shop, inputs },
    ...(expect !== 'refuse' && { decide }),
  })
  calls.push(...run.calls)
  if (expect !== 'refuse') return judgeEnd(expected, run, shop)
  if (run.status === 'failed' && effectsOf(run.calls).length === 0)
    return wrong(`ready, and fails: ${errorText(run.error)}`, true)
  return wrong(`ready, and ran to ${run.status} with ${shown(run.calls)}, output ${textOf(run.output)}`)
}

function judgeEnd(expected: ExpectedRun, run: PlanRun, shop: Shop): Verdict {
  const { decide, calls = [], before = [], output, says } = expected
  if (run.before !== null) {
    if (decide === undefined) return wrong('asks for an approval that nobody asked for')
    if (!didCall(before, run.before, shop)) return wrong(`before the approval: ${shown(run.before)}`)
  }
  if (run.refused !== null) {
    const { request, code } = run.refused
    if (code === 'forbidden' && request.assignees.length > 0)
      return { ...right, why: `asks ${request.assignees}, for whom nobody here can decide`, isPartly: true }
    return error(`the decision was refused: ${code}`)
  }
  const isLoud = run.status === 'failed' && effectsOf(run.calls).length === 0
  const fails = refused(`fails: ${errorText(run.error)}`)
  if (decide !== undefined && run.before === null)
    return isLoud ? fails : wrong(`no approval was asked for; ${run.status}, ${shown(run.calls)}`)
  const allowed =
    expected.status ?? (decide === 'deny' ? ['completed', 'failed', 'cancelled'] : ['completed'])
  if (!allowed.includes(run.status)) {
    if (isLoud) return fails
    const did = `${run.status} after ${shown(run.calls)}: ${errorText(run.error)}`
    return wrong(isTerminal(run.status) ? did : `does not end in time: ${did}`)
  }
  if (!didCall(calls, run.calls, shop))
    return wrong(`effects${calls.length > 0 ? '' : ' that nobody asked for'}: ${shown(run.calls)}`)
  if (output !== undefined && !outputFits(output, run.output))
    return wrong(`output ${textOf(run.output)} for ${JSON.stringify(output)}`)
  const said = textOf([run.output, run.error])
  return says === undefined || said.toLowerCase().includes(says.toLowerCase()) ? right : wrong(`says ${said}`)
}

/**
 * What took place; or that with a failed call counted once, however often it was tried, since a corpus may
 * say either.
 */
function didCall(
  groups: readonly CallGroup[],
  calls: readonly FixtureCall[],
  { toolsByName }: Shop,
): boolean {
  const tried = calls.filter(call => call.isEffect && !call.isReplay)
  const once = tried.filter(
    (call, n) =>
      call.failed === undefined ||
      !tried.slice(n + 1).some(later => later.tool === call.tool && isSame(later.args, call.args)),
  )
  return callsFit(groups, effectsOf(calls), toolsByName) || callsFit(groups, once, toolsByName)
}

function effectsOf(calls: readonly FixtureCall[]): readonly FixtureCall[] {
  return calls.filter(call => call.isEffect && !call.isReplay && call.failed === undefined)
}

function isOtherSchedule(prompt: Prompt, schedule: Compilation['schedule']): boolean {
  if (prompt.schedule === undefined) return schedule !== null
  const { cron, timezone } = prompt.schedule
  if (schedule === null || cronSets(schedule.cron) !== cronSets(cron)) return true
  return timezone !== undefined && timezone !== schedule.timezone
}

const right: Verdict = { verdict: 'right', why: '' }
const wrong = (why: string, isReady = false): Verdict => ({ verdict: 'silently wrong', why, isReady })
const refused = (why: string): Verdict => ({ verdict: 'refused', why })
export const error = (why: string): Verdict => ({ verdict: 'error', why })

function shown(calls: readonly FixtureCall[]): string {
  const effects = effectsOf(calls).map(({ tool, args }) => `${tool}(${JSON.stringify(args)})`)
  return effects.join(' ') || 'no effect'
}

const errorText = (thrown: ExecutionError | null) => (thrown === null ? 'no error' : textOf(thrown))
const scheduleText = (schedule: Prompt['schedule'] | null) =>
  schedule ? `${schedule.cron} ${schedule.timezone ?? ''}` : 'none'
