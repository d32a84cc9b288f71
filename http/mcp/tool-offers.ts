// A cache of offers, one for each organization and set of rights: tools/list and tools/call of /rpc are
// answered from it, without the database and without filtering the catalog.
import type { Caller } from '../../domain/people/permissions.ts'
import { BoundedCache } from '../../storage/postgres/bounded-cache.ts'
import type { Services } from '../services.ts'
import type { ServiceTool } from './service-tools.ts'
import { ToolOffer } from './tool-offer.ts'

/** Largest sum of the sizes of the cached offers, in characters. */
const keptSize = 64 * 1024 * 1024

export class ToolOffers {
  readonly #serviceTools: readonly ServiceTool[]
  readonly #offers = new BoundedCache<ToolOffer>(keptSize, { weigh: ({ size }) => size })

  constructor(serviceTools: readonly ServiceTool[]) {
    this.#serviceTools = serviceTools
  }

  async of(caller: Caller, { hub, workflows }: Pick<Services, 'hub' | 'workflows'>): Promise<ToolOffer> {
    const { organizationId } = caller
    const sources = {
      serviceTools: this.#serviceTools,
      catalog: await hub.list(organizationId),
      workflows: await workflows.tools(organizationId),
    }
    const rights = `${organizationId} ${rightsOf(caller)}`
    const made = await this.#offers.get(rights, async () => new ToolOffer(caller, sources))
    if (made!.sources.catalog === sources.catalog && made!.sources.workflows === sources.workflows)
      return made!
    this.#offers.delete(rights)
    const offer = new ToolOffer(caller, sources)
    await this.#offers.get(rights, async () => offer)
    return offer
  }
}

/** The cache key: callers with the same rights have the same text. The tools of a key never change. */
function rightsOf({ role, key }: Caller): string {
  if (key === null) return role
  return key.tools ? `${role} ${key.scopes} ${key.id}` : `${role} ${key.scopes}`
}
