// troupe approve, deny: decide an approval; without an id they show the pending ones, with all that each
// would do.
import { randomUUID } from 'node:crypto'
import { askedText } from '../../domain/shown/asked-text.ts'
import { shownJson } from '../../domain/shown/shown.ts'
import type { Approval, ListedApproval } from '../../domain/work/approval.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { parseObject } from '../inputs.ts'
import { moment } from '../output.ts'

export interface DecideOptions {
  readonly note?: string
  /** JSON: the arguments for the tool, instead of the proposed ones. */
  readonly args?: string
}

export async function decide(
  context: Context,
  decision: 'approve' | 'deny',
  id: string | undefined,
  { note, args: typed }: DecideOptions,
): Promise<number> {
  if (id === undefined) return listApprovals(context)
  const args = typed === undefined ? undefined : parseObject(typed, '--args')
  const troupe = await context.connect()
  const params = { id }
  // The decision holds for what was shown: if the approval changes in between, the service refuses it.
  const shown = await troupe('GET /api/v1/approvals/:id', { params })
  tell(context, shown)
  const decided = await troupe('POST /api/v1/approvals/:id', {
    params,
    body: { decision, digest: shown.digest, ...(note !== undefined && { note }), ...(args && { args }) },
    idempotencyKey: randomUUID(),
  })
  context.output.result(decided, [decisionText(decided)])
  return exitCodes.ok
}

function decisionText({ id, status, decidedArgs }: Approval): string {
  const edited = decidedArgs === null ? '' : `, with these arguments instead:\n${shownJson(decidedArgs)}`
  return `${id} is ${status}${edited}`
}

async function listApprovals(context: Context): Promise<number> {
  const troupe = await context.connect()
  const found: ListedApproval[] = []
  const query = { status: 'pending', limit: 100 } as const
  for await (const each of troupe.pages('GET /api/v1/approvals', { query })) found.push(each)
  const lines: string[] =
    found.length === 0 && !context.output.isJson ? ['Nothing waits for a decision.'] : []
  for (const each of context.output.isJson ? [] : found) {
    const { id, executionId, requestedAt, truncated } = each
    const whole =
      truncated.length === 0 ? each : await troupe('GET /api/v1/approvals/:id', { params: { id } })
    lines.push(`${id}  asked ${moment(requestedAt)}  ${executionId ?? '-'}`, ...linesOf(whole))
  }
  context.output.result(found, lines)
  return exitCodes.ok
}

function tell({ output }: Context, approval: Approval): void {
  for (const line of linesOf(approval)) output.say(line)
}

/** All of it: a terminal scrolls. */
function linesOf(approval: Approval): readonly string[] {
  const { text } = askedText(approval, null, Number.POSITIVE_INFINITY)
  return text.split('\n').map(line => (line === '' ? '' : `  ${line}`))
}
