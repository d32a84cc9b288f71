// What language models have cost an organization in a month: in tokens, and as compute units among those of
// its executions (`usage`). Called by rpc/models/.
import { dayOf } from '../../domain/billing/usage.ts'
import type { ModelTokens } from '../../domain/models/language-model.ts'
import type { ModelUse } from '../../domain/models/model.ts'
import { periodOf } from '../../domain/work/projection.ts'
import type { Queries } from '../postgres/statement.ts'
import { modelShard } from '../usage/charges.ts'

export interface ModelSpent {
  readonly tokens: ModelTokens
  readonly cu: number
  /** Unix ms. */
  readonly at: number
  /** False: an execution counts it among its own. */
  readonly isCharged: boolean
  /** The model of the service was asked, and none of the organization. */
  readonly isOfService: boolean
}

export interface ModelUsageStore {
  /** @param at Unix ms: the month */
  of(organizationId: string, at: number): Promise<ModelUse>
  note(organizationId: string, spent: ModelSpent): Promise<void>
}

export function modelUsageStore(queries: Queries): ModelUsageStore {
  return {
    async of(organizationId, at) {
      const period = periodOf(at)
      const [row] = await queries.query<Omit<ModelUse, 'period'>>(find, [organizationId, period])
      return { period, ...(row ?? none) }
    },
    async note(organizationId, { tokens: { input, output }, cu, at, isCharged, isOfService }) {
      const values = [organizationId, periodOf(at), input, output, cu, isOfService ? cu : 0]
      if (!isCharged) return void (await queries.query(add, values))
      await queries.query(addCharged, [...values, modelShard, dayOf(at)])
    },
  }
}

const none = { calls: 0, inputTokens: 0, outputTokens: 0, cu: 0, serviceCu: 0 }

const find = {
  name: 'model-usage.find',
  text: `select calls, input_tokens as "inputTokens", output_tokens as "outputTokens", cu,
      service_cu as "serviceCu"
    from model_usage where organization_id = $1 and period = $2`,
}

const addSpent = `insert into model_usage as m (organization_id, period, calls, input_tokens, output_tokens, cu, service_cu)
    values ($1, $2, 1, $3::bigint, $4::bigint, $5::bigint, $6::bigint)
    on conflict (organization_id, period) do update set calls = m.calls + 1,
      input_tokens = m.input_tokens + excluded.input_tokens,
      output_tokens = m.output_tokens + excluded.output_tokens, cu = m.cu + excluded.cu,
      service_cu = m.service_cu + excluded.service_cu`

const add = { name: 'model-usage.add', text: addSpent }

const addCharged = {
  name: 'model-usage.add-charged',
  text: `with metered as (
      insert into usage as u (organization_id, period, shard, cu) values ($1, $2, $7, $5::bigint)
      on conflict (organization_id, period, shard) do update set cu = u.cu + excluded.cu
    ),
    counted as (
      insert into usage_days as d (organization_id, day, workflow_id, key_id, cu, model_tokens)
      values ($1, $8, '', '', $5::bigint, $3::bigint + $4::bigint)
      on conflict (organization_id, day, workflow_id, key_id) do update set cu = d.cu + excluded.cu,
        model_tokens = d.model_tokens + excluded.model_tokens
    )
    ${addSpent}`,
}
