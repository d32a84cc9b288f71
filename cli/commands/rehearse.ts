// troupe dry-run, backtest: what a workflow would do, and how a version would have done.
import type { JsonObject } from '../../domain/json.ts'
import type { Backtest, DryRun } from '../../domain/work/rehearsal.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { readInputs } from '../inputs.ts'
import { findWorkflow } from '../workflow-reference.ts'
import type { RunOptions } from './run.ts'

export async function dryRun(
  context: Context,
  reference: string,
  options: Pick<RunOptions, 'input' | 'inputs'>,
): Promise<number> {
  const troupe = await context.connect()
  const { id, name, inputsSchema } = await findWorkflow(troupe, reference)
  const typed = { file: options.inputs, pairs: options.input ?? [] }
  const inputs = await readInputs(typed, inputsSchema as JsonObject, context.readInput)
  const run = await troupe('POST /api/v1/workflows/:id/dry-run', { params: { id }, body: { inputs } })
  context.output.result(run, [`${name}: would be ${run.status}, for ${run.cu} CU`, ...dryRunLines(run)])
  return exitCodes.ok
}

function dryRunLines({ effects, effectsCount, steps, error, output }: DryRun): string[] {
  const marks = { real: ' ', made_up: '~', recorded: ' ' } as const
  return [
    ...steps.map(({ id, status, source }) => `${marks[source]} ${id}  ${status}`),
    ...(steps.some(({ source }) => source === 'made_up') ? ['  ~ its answer is made up'] : []),
    '',
    effectsCount === 0 ? 'no effects' : `effects: ${effectsCount}`,
    ...effects.map(
      ({ step, kind, name, args }) =>
        `  ${step}  ${name ?? kind}${args === null ? '' : ` ${JSON.stringify(args)}`}`,
    ),
    ...(error === null ? [] : ['', `error: ${error.message}`]),
    ...(output === null ? [] : ['', JSON.stringify(output, null, 2)]),
  ]
}

export async function backtest(
  context: Context,
  reference: string,
  options: { readonly version: string; readonly last: string },
): Promise<number> {
  const troupe = await context.connect()
  const { id, name } = await findWorkflow(troupe, reference)
  const body = { version: Number(options.version), last: Number(options.last) }
  const found = await troupe('POST /api/v1/workflows/:id/backtest', { params: { id }, body })
  const { executions, same, different, skipped } = found
  const left = skipped === 0 ? '' : `, ${skipped} left out`
  const first = `${name}  version ${found.version}: ${executions} replayed, ${same} the same, ${different} different${left}`
  context.output.result(found, [first, ...found.runs.flatMap(runLines)])
  return exitCodes.ok
}

function runLines({ executionId, isSame, status, steps, stepsCount }: Backtest['runs'][number]): string[] {
  if (isSame) return []
  const ended = status.before === status.after ? '' : `  ${status.before} -> ${status.after}`
  const lines = steps.map(({ id, fields, before, after, isMadeUp }) => {
    const what = before === null ? 'new' : after === null ? 'gone' : fields.join(', ')
    return `  ${id}  ${what}${isMadeUp ? ' (made up)' : ''}`
  })
  const more = stepsCount > steps.length ? [`  and ${stepsCount - steps.length} more`] : []
  return ['', `${executionId}${ended}`, ...lines, ...more]
}
