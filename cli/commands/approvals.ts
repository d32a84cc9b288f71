// troupe approve, deny: decide an approval; without an id they list the pending ones.
import { randomUUID } from 'node:crypto'
import type { Approval } from '../../domain/work/approval.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { parseObject } from '../inputs.ts'
import { moment, table } from '../output.ts'

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
  const edited = decidedArgs === null ? '' : `, with ${JSON.stringify(decidedArgs)} instead`
  return `${id} is ${status}${edited}`
}

async function listApprovals(context: Context): Promise<number> {
  const troupe = await context.connect()
  const found: Approval[] = []
  const query = { status: 'pending', limit: 100 } as const
  for await (const each of troupe.pages('GET /api/v1/approvals', { query })) found.push(each)
  const rows = found.map(({ id, message, tool, executionId, requestedAt }) => [
    id,
    message,
    tool ?? '-',
    executionId ?? '-',
    moment(requestedAt),
  ])
  context.output.result(found, table(['ID', 'QUESTION', 'TOOL', 'EXECUTION', 'ASKED'], rows))
  return exitCodes.ok
}

function tell({ output }: Context, { message, tool, args }: Approval): void {
  output.say(message)
  if (tool !== null) output.say(`  ${tool} ${JSON.stringify(args)}`)
}
