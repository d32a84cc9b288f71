// troupe nodes: who is in the cluster, as the node that answers sees it. For operators, as /metrics.
import { ApiError, createClient } from '../../http/client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { table } from '../output.ts'

export async function showNodes(context: Context): Promise<number> {
  const state = await askNode(context)
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

/** @throws {ApiError} with what helps: only a node itself answers this, and only an operator */
async function askNode({ credentials, variables }: Context) {
  const baseUrl = await credentials.url()
  const token = variables['METRICS_TOKEN'] || null
  try {
    return await createClient({ baseUrl, token })('GET /api/v1/cluster')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, requestId } = error
    throw new ApiError({ status, code, requestId, message: whatHelps(error, baseUrl, token !== null) }, error)
  }
}

const nodeItself = 'name a node itself in TROUPE_URL, such as http://localhost:8080 on its machine'

function whatHelps({ status, message }: ApiError, url: string, hasToken: boolean): string {
  if (status === 0) return `${message}: ${nodeItself}`
  if (status === 401)
    return hasToken
      ? `${url} has another METRICS_TOKEN: set the one of its nodes`
      : `${url} wants the METRICS_TOKEN of its nodes: set it in the environment`
  if (status !== 404) return message
  return (
    `${url} shows its nodes neither through a proxy nor to another machine: ${nodeItself}` +
    (hasToken ? '' : '; from another machine set METRICS_TOKEN too, at the nodes and here')
  )
}
