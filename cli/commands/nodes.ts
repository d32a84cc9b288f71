// troupe nodes: who is in the cluster, as the node that answers sees it. For operators, as /metrics.
import { createClient } from '../../http/client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { table } from '../output.ts'

export async function showNodes(context: Context): Promise<number> {
  const baseUrl = await context.credentials.url()
  const troupe = createClient({ baseUrl, token: context.variables['METRICS_TOKEN'] ?? null })
  const state = await troupe('GET /api/v1/cluster')
  const rows = state.nodes.map(({ id, address, status, shards, version, isSelf }) => [
    `${id}${isSelf ? ' *' : ''}`,
    address ?? '-',
    status,
    String(shards),
    version,
  ])
  const { total, unowned } = state.shards
  const lines = table(['NODE', 'ADDRESS', 'STATUS', 'SHARDS', 'VERSION'], rows)
  if (!state.isMember)
    context.output.say(
      'this node is no member at the moment; what it says of the others is what it knew last',
    )
  if (unowned > 0) context.output.say(`${unowned} of ${total} shards have no node at the moment`)
  context.output.result(state, lines)
  return exitCodes.ok
}
