// troupe workflows: list, show, create.
import { randomUUID } from 'node:crypto'
import type { Workflow } from '../../domain/work/workflow.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { readText } from '../inputs.ts'
import { moment, table } from '../output.ts'
import { findWorkflow } from '../workflow-reference.ts'

export async function listWorkflows(context: Context): Promise<number> {
  const troupe = await context.connect()
  const found: Workflow[] = []
  for await (const each of troupe.pages('GET /api/v1/workflows', { query: { limit: 100 } })) found.push(each)
  const rows = found.map(({ id, name, status, version, updatedAt }) => [
    id,
    name,
    status,
    `${version}`,
    moment(updatedAt),
  ])
  context.output.result(found, table(['ID', 'NAME', 'STATUS', 'VERSION', 'UPDATED'], rows))
  return exitCodes.ok
}

export async function showWorkflow(context: Context, reference: string): Promise<number> {
  const workflow = await findWorkflow(await context.connect(), reference)
  context.output.result(workflow, describe(workflow))
  return exitCodes.ok
}

export interface CreateOptions {
  readonly name: string
  readonly prompt?: string
  readonly file?: string
  readonly description?: string
}

/** The prompt is an option, in a file, or on standard input. */
export async function createWorkflow(context: Context, options: CreateOptions): Promise<number> {
  const { name, description } = options
  const prompt = await promptOf(context, options)
  const troupe = await context.connect()
  const workflow = await troupe('POST /api/v1/workflows', {
    body: { name, prompt, ...(description !== undefined && { description }) },
    idempotencyKey: randomUUID(),
  })
  context.output.result(workflow, describe(workflow))
  return exitCodes.ok
}

async function promptOf(
  { readInput, isInteractive }: Context,
  { prompt, file }: CreateOptions,
): Promise<string> {
  if (prompt !== undefined) return prompt
  if (file !== undefined && file !== '-') return readText(file)
  if (isInteractive && file === undefined)
    throw new UsageError('expected --prompt or --file, or the prompt on standard input')
  return readInput()
}

function describe({
  id,
  name,
  status,
  version,
  prompt,
  diagnostics,
  plan,
  inputsSchema,
}: Workflow): string[] {
  const inputs = Object.keys((inputsSchema['properties'] ?? {}) as object)
  return [
    `${name}  (${id}, version ${version}, ${status})`,
    ...(inputs.length > 0 ? [`inputs: ${inputs.join(', ')}`] : []),
    '',
    ...prompt.split('\n').map(line => `  ${line}`),
    '',
    ...plan.steps.map(step => `${step.id}  ${step.title || step.kind}`),
    ...diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
  ]
}
