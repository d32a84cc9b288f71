// troupe diff: what changed between two versions of a workflow.
import type { VersionDifference } from '../../domain/work/versions/version-difference.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { findWorkflow } from '../workflow-reference.ts'

export async function diff(context: Context, reference: string, a: string, b: string): Promise<number> {
  const troupe = await context.connect()
  const { id, name } = await findWorkflow(troupe, reference)
  const found = await troupe('GET /api/v1/workflows/:id/versions/:a/diff/:b', { params: { id, a, b } })
  context.output.result(found, [`${name}  version ${found.from} -> ${found.to}`, ...differenceText(found)])
  return exitCodes.ok
}

const signs = { same: ' ', removed: '-', added: '+' } as const

function differenceText(found: VersionDifference): string[] {
  const { prompt, steps, inputsSchema, tools, credentials, cu } = found
  return [
    ...section('prompt', isSame(prompt) ? [] : prompt.map(({ kind, text }) => `${signs[kind]} ${text}`)),
    ...section('steps', stepLines(steps)),
    ...section(
      'inputs',
      inputsSchema.map(
        ({ path, before, after, change }) => `${change}: ${path} ${value(before)} -> ${value(after)}`,
      ),
    ),
    ...section('tools', usedLines(tools)),
    ...section('credentials', usedLines(credentials)),
    ...['', `CU of an execution: ${range(cu.from)} -> ${range(cu.to)}`],
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(line => `  ${line}`)]
}

function isSame(prompt: VersionDifference['prompt']): boolean {
  return prompt.every(({ kind }) => kind === 'same')
}

function stepLines({ added, removed, changed }: VersionDifference['steps']): string[] {
  return [
    ...removed.map(({ id, title }) => `- ${id}  ${title}`),
    ...added.map(({ id, title }) => `+ ${id}  ${title}`),
    ...changed.flatMap(({ id, title, fields }) => [
      `~ ${id}  ${title}`,
      ...fields.map(({ field, before, after }) => `    ${field}: ${value(before)} -> ${value(after)}`),
    ]),
  ]
}

function usedLines({ added, removed }: VersionDifference['tools']): string[] {
  return [...removed.map(name => `- ${name}`), ...added.map(name => `+ ${name}`)]
}

function value(json: unknown): string {
  return json === null ? '(nothing)' : JSON.stringify(json)
}

function range({ least, most }: VersionDifference['cu']['from']): string {
  if (most === null) return `${least} or more`
  return least === most ? `${least}` : `${least} to ${most}`
}
