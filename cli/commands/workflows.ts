// troupe workflows: list, show, create.
import { randomUUID } from 'node:crypto'
import type { Workflow } from '../../domain/work/workflow.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { moment, table } from '../output.ts'
import { inputsText, notationLines, planText } from '../plan-text.ts'
import { type PromptOptions, readPrompt } from '../prompt.ts'
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

export interface ShowOptions {
  /** Only the plan. */
  readonly notation?: boolean
}

export async function showWorkflow(
  context: Context,
  reference: string,
  { notation = false }: ShowOptions,
): Promise<number> {
  const workflow = await findWorkflow(await context.connect(), reference)
  const lines = notation ? notationLines(workflow) : describe(workflow)
  context.output.result(workflow, lines)
  if (lines.length > 0) return exitCodes.ok
  context.output.say(`${workflow.name} has no plan: its prompt is not understood; troupe plan says why`)
  return exitCodes.failed
}

export interface CreateOptions extends PromptOptions {
  readonly name: string
  readonly description?: string
}

/** The prompt is an option, in a file, or on standard input. */
export async function createWorkflow(context: Context, options: CreateOptions): Promise<number> {
  const { name, description } = options
  const expected = '--prompt or --file, or the prompt on standard input'
  const prompt = await readPrompt(context, options, expected)
  const troupe = await context.connect()
  const workflow = await troupe('POST /api/v1/workflows', {
    body: { name, prompt, ...(description !== undefined && { description }) },
    idempotencyKey: randomUUID(),
  })
  context.output.result(workflow, describe(workflow))
  return exitCodes.ok
}

function describe(workflow: Workflow): string[] {
  const { id, name, status, version, prompt } = workflow
  return [
    `${name}  (${id}, version ${version}, ${status})`,
    ...inputsText(workflow),
    '',
    ...prompt.split('\n').map(line => `  ${line}`),
    '',
    ...planText(workflow),
  ]
}
