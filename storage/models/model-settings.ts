// The language models of an organization and what they may spend, from memory. Called by routes and by
// rpc/models/, for every answer of a model.
import { Failure } from '../../domain/failure.ts'
import {
  type ChangeModels,
  defaultModelSettings,
  type Model,
  type ModelSettings,
} from '../../domain/models/model.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Queries } from '../postgres/statement.ts'

/** Each is another change by others at the same time. */
const attempts = 10

/** Organizations whose settings are cached. */
const cachedSettings = 10_000

export type ModelSettingsStore = ReturnType<typeof modelSettingsStore>

export function modelSettingsStore(database: Queries, facts = new CachedFacts()) {
  const cache = new BoundedCache<ModelSettings>(cachedSettings, { notices: facts })
  facts.listen(what => {
    if (what.type === 'terms' || what.type === 'organization') cache.delete(what.organizationId)
  })

  async function load(organizationId: string): Promise<ModelSettings> {
    const [row] = await database.query<Row>(find, [organizationId])
    return row === undefined
      ? defaultModelSettings
      : { ...row, models: modelsIn(row.models), hosts: JSON.parse(row.hosts) }
  }

  /** Loading never gives null. */
  const get = async (organizationId: string) => (await cache.get(organizationId, () => load(organizationId)))!

  return {
    get,

    /** As they are in the database right now. */
    stored: load,

    /**
     * Changes the list as it is then: what others keep at the same time is not lost.
     * @param change called anew where others were first; null: nothing is changed
     * @returns the list now; null: nothing was changed
     * @throws {Failure} conflict: others change it again and again; whatever `change` throws
     */
    async changeModels(
      organizationId: string,
      change: (models: readonly Model[]) => readonly Model[] | null,
    ): Promise<readonly Model[] | null> {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const [row] = await database.query<Pick<Row, 'models'>>(begun, [organizationId])
        const now = change(modelsIn(row!.models))
        if (now === null) return null
        const values = [organizationId, row!.models, JSON.stringify(now)]
        const [changed] = await database.query(replaced, values)
        if (changed === undefined) continue
        facts.announce({ type: 'terms', organizationId })
        return now
      }
      throw new Failure('conflict', 'others change the models at the same time: try again')
    },

    /** Absent fields stay as they are. */
    async change(
      organizationId: string,
      { models, cuPerMonth, acceptPlans, hosts }: ChangeModels,
    ): Promise<ModelSettings> {
      const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
      const limit = [cuPerMonth !== undefined, cuPerMonth ?? null]
      await database.query(upsert, [organizationId, text(models), ...limit, acceptPlans ?? null, text(hosts)])
      // Whether plans have to be accepted is one of the terms.
      facts.announce({ type: 'terms', organizationId })
      return get(organizationId)
    },
  }
}

type Row = Omit<ModelSettings, 'models' | 'hosts'> & { readonly models: string; readonly hosts: string }

/** Those of before have not been tried. */
function modelsIn(text: string): readonly Model[] {
  return (JSON.parse(text) as Model[]).map(model => ({ ...model, plans: model.plans ?? null }))
}

const find = {
  name: 'model-settings.find',
  text: `select models, cu_per_month as "cuPerMonth", accept_plans as "acceptPlans", hosts
    from model_settings where organization_id = $1`,
}

/** The list as it is; there is one from then on. */
const begun = {
  name: 'model-settings.begun',
  text: `insert into model_settings as m (organization_id, models, cu_per_month, accept_plans, hosts)
    values ($1, '[]', null, true, '[]')
    on conflict (organization_id) do update set organization_id = m.organization_id returning models`,
}

const replaced = {
  name: 'model-settings.replaced',
  text: `update model_settings set models = $3 where organization_id = $1 and models = $2
    returning organization_id`,
}

const upsert = {
  name: 'model-settings.upsert',
  text: `insert into model_settings as m (organization_id, models, cu_per_month, accept_plans, hosts)
    values ($1, coalesce($2, '[]'), $4::bigint, coalesce($5::boolean, true), coalesce($6, '[]'))
    on conflict (organization_id) do update set models = coalesce($2, m.models),
      cu_per_month = case when $3::boolean then $4::bigint else m.cu_per_month end,
      accept_plans = coalesce($5::boolean, m.accept_plans), hosts = coalesce($6, m.hosts)`,
}
