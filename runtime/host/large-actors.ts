// Which actors with a lot in memory may go on, so that one tenant does not fill the heap of the host that all
// share. The host (host.ts) asks before each turn.
// 1. An actor is large from `largeActorBytes` on. Smaller ones always go on, and so does whoever is asked
//    something: others may wait for the answer.
// 2. Of a tenant's large ones those that became large first go on, as far as they fit into
//    `largeBytesEach` together; the first always does. So each ends after those before it, and no two wait
//    for each other.
// 3. The others wait, until one before them leaves memory.
// 4. A tenant with several times as much begins nothing new here.
import { bounds } from '../config.ts'
import type { Activation } from './activation.ts'

interface Tenant {
  /** With their bytes, in the order in which they became large. */
  readonly large: Map<Activation, number>
  readonly held: Set<Activation>
  bytes: number
}

export class LargeActors {
  readonly #tenants = new Map<string, Tenant>()

  /** The actor was loaded, or has taken a turn: it may have another size. */
  note(activation: Activation): void {
    const { bytes, tenant } = activation
    const known = this.#tenants.get(tenant)
    if (bytes < bounds.largeActorBytes && !known?.large.has(activation)) return
    const own = known ?? { large: new Map(), held: new Set(), bytes: 0 }
    this.#tenants.set(tenant, own)
    own.bytes += bytes - (own.large.get(activation) ?? 0)
    own.large.set(activation, bytes)
  }

  /** May it take a turn? If not, `left` gives it back later. */
  mayGoOn(activation: Activation): boolean {
    const tenant = this.#tenants.get(activation.tenant)
    if (tenant === undefined || !tenant.large.has(activation)) return true
    const isFree = isAsked(activation) || fitting(tenant).includes(activation)
    if (isFree) tenant.held.delete(activation)
    else tenant.held.add(activation)
    return isFree
  }

  /** The actor has left memory. @returns who may go on now */
  left(activation: Activation): readonly Activation[] {
    const tenant = this.#tenants.get(activation.tenant)
    const bytes = tenant?.large.get(activation)
    if (tenant === undefined || bytes === undefined) return []
    tenant.large.delete(activation)
    tenant.held.delete(activation)
    tenant.bytes -= bytes
    if (tenant.large.size === 0) this.#tenants.delete(activation.tenant)
    return fitting(tenant).filter(large => tenant.held.has(large))
  }

  /** Has the tenant so much in memory that it may begin nothing new? */
  isOver(tenant: string): boolean {
    return (this.#tenants.get(tenant)?.bytes ?? 0) >= bounds.mostLargeBytesEach
  }
}

/** Those that there is room for: some hundred at most. */
function fitting({ large }: Tenant): Activation[] {
  const found: Activation[] = []
  let sum = 0
  for (const [activation, bytes] of large) {
    sum += bytes
    if (found.length > 0 && sum > bounds.largeBytesEach) break
    found.push(activation)
  }
  return found
}

function isAsked({ mailbox }: Activation): boolean {
  return mailbox.some(({ ask }) => ask !== null)
}
