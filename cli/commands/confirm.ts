// troupe confirm: shows what a plan by a model or an agent does, has each thing ticked that removes or
// overwrites, and accepts it. Without a terminal it only accepts by --yes, and never what has to be ticked.
import { randomUUID } from 'node:crypto'
import { shownLine, shownText } from '../../domain/shown/shown.ts'
import type { Confirmation } from '../../domain/work/confirming/entry.ts'
import { entryLines, requestWords, tickTitle } from '../../domain/work/confirming/entry-text.ts'
import type { Workflow } from '../../domain/work/workflow.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { planText } from '../plan-text.ts'
import { agree } from '../questions.ts'
import { findWorkflow } from '../workflow-reference.ts'

export interface ConfirmOptions {
  readonly yes?: boolean
}

export async function confirm(
  context: Context,
  reference: string,
  { yes = false }: ConfirmOptions,
): Promise<number> {
  const { output } = context
  const troupe = await context.connect()
  const workflow = await findWorkflow(troupe, reference)
  const params = { id: workflow.id }
  const shown = await troupe('GET /api/v1/workflows/:id/confirmation', { params })
  tell(context, workflow, shown)
  if (shown.accepted || workflow.acceptance === null) {
    const why = shown.accepted ? 'is confirmed already' : 'needs no confirmation'
    output.result(shown, [`${workflow.name} ${why}`])
    return exitCodes.ok
  }
  const entries = await ticked(context, shown, yes)
  const body = { digest: shown.digest, entries: [...entries] }
  const accepted = await troupe('POST /api/v1/workflows/:id/accept', {
    params,
    body,
    idempotencyKey: randomUUID(),
  })
  output.result(accepted, [`${workflow.name} is confirmed`])
  return exitCodes.ok
}

function tell({ output }: Context, workflow: Workflow, { entries }: Confirmation): void {
  const { id, name, version, explanation, prompt, plannedBy } = workflow
  output.say(`${shownLine(name)} (${id}), version ${version}`)
  output.say(`${requestWords(plannedBy)}: ${shownText(prompt)}`)
  for (const line of explanation?.split('\n') ?? planText(workflow)) output.say(`  ${line}`)
  for (const entry of entries) for (const line of ['', ...entryLines(entry)]) output.say(line)
  output.say('')
}

/** @throws {UsageError} nobody can be asked, or somebody does not agree */
async function ticked(
  { isInteractive }: Context,
  shown: Confirmation,
  yes: boolean,
): Promise<readonly string[]> {
  const ids = shown.entries.filter(({ severity }) => severity === 'tick').map(({ id }) => id)
  if (!isInteractive || yes) {
    if (!yes) throw new UsageError('nobody can be asked here: confirm it at a terminal, or with --yes')
    if (ids.length > 0)
      throw new UsageError(`--yes ticks nothing, and this has to be ticked: ${ids.join(', ')}`)
    return []
  }
  for (const entry of shown.entries) {
    if (entry.severity !== 'tick') continue
    if (!(await agree(`${tickTitle(entry)}. Is that meant?`))) throw new UsageError('not confirmed')
  }
  if (!(await agree('Confirm this plan?'))) throw new UsageError('not confirmed')
  return ids
}
