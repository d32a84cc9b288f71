// troupe diff: what changed between two versions of a workflow: its plan, as the lines of the notation that
// differ, then what follows from that for those who run it.
import type { VersionDifference } from '../../domain/work/versions/version-difference.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { notationLines } from '../plan-text.ts'
import { unifiedDifference } from '../unified-difference.ts'
import { findWorkflow } from '../workflow-reference.ts'

export interface Versions {
  /** Numbers. Default: the one before `to`. */
  readonly from?: string | undefined
  /** Default: the active one. */
  readonly to?: string | undefined
}

export async function diff(context: Context, reference: string, versions: Versions): Promise<number> {
  const troupe = await context.connect()
  const { id, name, version } = await findWorkflow(troupe, reference)
  const { from: a = before(name, version), to: b = `${version}` } = versions
  const found = await troupe('GET /api/v1/workflows/:id/versions/:a/diff/:b', { params: { id, a, b } })
  const [old, made] = await Promise.all(
    [a, b].map(each =>
      troupe('GET /api/v1/workflows/:id/versions/:version', { params: { id, version: each } }),
    ),
  )
  const changed = unifiedDifference(notationLines(old!), notationLines(made!))
  const plan =
    changed.length === 0 ? ['the plan is the same'] : [`--- ${name} ${a}`, `+++ ${name} ${b}`, ...changed]
  context.output.result(found, [...plan, ...differenceText(found)])
  return exitCodes.ok
}

/** @throws {UsageError} there is none */
function before(name: string, version: number): string {
  if (version > 1) return `${version - 1}`
  throw new UsageError(`${name} has no version before 1: say which two are compared`)
}

const signs = { same: ' ', removed: '-', added: '+' } as const

/** All but the steps, and what starts them, which the notation says. */
function differenceText(found: VersionDifference): string[] {
  const { prompt, inputsSchema, tools, credentials, cu } = found
  return [
    ...section('prompt', isSame(prompt) ? [] : prompt.map(({ kind, text }) => `${signs[kind]} ${text}`)),
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
