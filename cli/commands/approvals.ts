// troupe approve, deny: without an id they show what waits.
import { randomUUID } from 'node:crypto'
import type { Approval } from '../../domain/approval.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { moment, table } from '../output.ts'

export interface DecideOptions {
  readonly note?: string
}

export async function decide(
  context: Context,
  decision: 'approve' | 'deny',
  id: string | undefined,
  { note }: DecideOptions,
): Promise<number> {
  if (id === undefined) return listApprovals(context)
  const troupe = await context.connect()
  const params = { id }
  // What was shown is what is decided: when it changes in between, nothing is.
  const shown = await troupe('GET /api/v1/approvals/:id', { params })
  tell(context, shown)
  const decided = await troupe('POST /api/v1/approvals/:id', {
    params,
    body: { decision, digest: shown.digest, ...(note !== undefined && { note }) },
    idempotencyKey: randomUUID(),
  })
  context.output.result(decided, [`${decided.id} is ${decided.status}`])
  return exitCodes.ok
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
    executionId,
    moment(requestedAt),
  ])
  context.output.result(found, table(['ID', 'QUESTION', 'TOOL', 'EXECUTION', 'ASKED'], rows))
  return exitCodes.ok
}

function tell({ output }: Context, { message, tool, args }: Approval): void {
  output.say(message)
  if (tool !== null) output.say(`  ${tool} ${JSON.stringify(args)}`)
}
