// Takes secrets out of what leaves the hub: results, errors, progress. It knows all stored secrets of its
// organizations and, for an hour, those that this thread has sent, in the forms in which a server may echo
// them (secret-index.ts).
// 1. An organization without secrets costs one lookup.
// 2. A value without a secret is returned itself, not copied.
// 3. A deleted secret is still scrubbed for an hour: it may be under way.
import type { Json, JsonObject } from '../../domain/json.ts'
import { SecretIndex, scrubbed, shortestSecret } from './secret-index.ts'

/** How long a secret is scrubbed after its last use or its deletion. */
const rememberedMs = 3_600_000
/** Per organization: twice as many as it can store. Past this the secret sent or learnt longest ago goes. */
const mostSecrets = 2_000
/** Characters of all secrets of one organization, as above. Their forms are some 35 times as long. */
const mostLength = 256 * 1024
/** Characters of all secrets of this thread. Past this the organization that changed longest ago goes. */
const mostLengthOfAll = 4 * 1024 * 1024
const mostOrganizations = 10_000

interface Remembered {
  /** The credentials that `secrets` came from. */
  stored: readonly object[]
  /** Secrets and when they expire (ms), least recently used first. Stored ones never expire. */
  readonly secrets: Map<string, number>
  /** No secret expires before this (ms). */
  soonest: number
  /** Characters of all secrets. */
  length: number
  /** Finds every form of each secret; null: must be rebuilt. */
  index: SecretIndex | null
}

export class Scrubber {
  readonly #now: () => number
  /** Least recently changed first. */
  readonly #organizations = new Map<string, Remembered>()
  #length = 0

  /** @param now ms of any monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Are these the credentials that were learnt last? One lookup where there are none. */
  hasLearnt(organizationId: string, stored: readonly object[]): boolean {
    const remembered = this.#organizations.get(organizationId)
    return remembered === undefined ? stored.length === 0 : remembered.stored === stored
  }

  /**
   * Replaces what is known of the organization's stored secrets.
   * @param stored the credentials that the secrets are from, for hasLearnt
   */
  learn(organizationId: string, stored: readonly object[], secrets: readonly string[]): void {
    const remembered = this.#organizations.get(organizationId)
    if (remembered !== undefined) {
      const until = this.#now() + rememberedMs
      for (const [secret, at] of remembered.secrets)
        if (at === Number.POSITIVE_INFINITY) remembered.secrets.set(secret, until)
      remembered.soonest = Math.min(remembered.soonest, until)
    }
    this.#keep(organizationId, secrets, Number.POSITIVE_INFINITY).stored = stored
  }

  /** Call it before the secrets are sent. */
  remember(organizationId: string, secrets: readonly string[]): void {
    this.#keep(organizationId, secrets, this.#now() + rememberedMs)
  }

  /** For messages: also removes a secret that was cut off at the end. */
  scrub(organizationId: string, text: string): string {
    const index = this.#indexOf(organizationId)
    return index === null ? text : withoutBeginning(index.replaceIn(text), index)
  }

  /** Also the keys of objects. */
  scrubValue<T extends Json>(organizationId: string, value: T): T {
    const index = this.#indexOf(organizationId)
    return index === null ? value : (clean(value, index) as T)
  }

  #keep(organizationId: string, secrets: readonly string[], until: number): Remembered {
    const known = this.#organizations.get(organizationId)
    const remembered = known ?? emptyMemory()
    this.#organizations.delete(organizationId)
    this.#organizations.set(organizationId, remembered)
    remembered.soonest = Math.min(remembered.soonest, until)
    for (const secret of secrets) {
      if (secret.length < shortestSecret) continue
      const at = remembered.secrets.get(secret)
      if (at === undefined) this.#grow(remembered, secret.length)
      remembered.secrets.delete(secret)
      remembered.secrets.set(secret, Math.max(until, at ?? 0))
    }
    while (remembered.secrets.size > mostSecrets || remembered.length > mostLength)
      this.#forget(remembered, remembered.secrets.keys().next().value!)
    for (const [oldest, { length }] of this.#organizations) {
      if (this.#length <= mostLengthOfAll && this.#organizations.size <= mostOrganizations) break
      this.#organizations.delete(oldest)
      this.#length -= length
    }
    return remembered
  }

  #indexOf(organizationId: string): SecretIndex | null {
    const remembered = this.#organizations.get(organizationId)
    if (remembered === undefined) return null
    const { secrets } = remembered
    if (remembered.soonest <= this.#now()) this.#forgetOld(remembered)
    if (secrets.size === 0) return null
    remembered.index ??= new SecretIndex([...secrets.keys()])
    return remembered.index
  }

  #forgetOld(remembered: Remembered): void {
    const now = this.#now()
    remembered.soonest = Number.POSITIVE_INFINITY
    for (const [secret, until] of remembered.secrets) {
      if (until <= now) this.#forget(remembered, secret)
      else remembered.soonest = Math.min(remembered.soonest, until)
    }
  }

  #forget(remembered: Remembered, secret: string): void {
    remembered.secrets.delete(secret)
    this.#grow(remembered, -secret.length)
  }

  #grow(remembered: Remembered, length: number): void {
    remembered.length += length
    remembered.index = null
    this.#length += length
  }
}

function emptyMemory(): Remembered {
  return { stored: [], secrets: new Map(), soonest: Number.POSITIVE_INFINITY, length: 0, index: null }
}

/**
 * A message quotes the beginning of a server's text, so a secret may be cut off at its end. Removes that too.
 */
function withoutBeginning(text: string, index: SecretIndex): string {
  const end = text.length - (/["'.\u2026)\s]*$/.exec(text.slice(-8))?.[0].length ?? 0)
  const at = index.cutOffAt(text.slice(0, end))
  return at === end ? text : text.slice(0, at) + scrubbed + text.slice(end)
}

function clean(value: Json, index: SecretIndex): Json {
  if (typeof value === 'string') return index.replaceIn(value)
  if (typeof value === 'number') return index.findsNumbers && index.holds(String(value)) ? scrubbed : value
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? cleanList(value, index) : cleanObject(value as JsonObject, index)
}

function cleanList(list: readonly Json[], index: SecretIndex): Json {
  let changed: Json[] | null = null
  for (let i = 0; i < list.length; i++) {
    const item = clean(list[i]!, index)
    if (item === list[i]) continue
    changed ??= [...list]
    changed[i] = item
  }
  return changed ?? list
}

function cleanObject(object: JsonObject, index: SecretIndex): Json {
  let isClean = true
  const entries = Object.keys(object).map(name => {
    const cleanName = index.replaceIn(name)
    const item = clean(object[name]!, index)
    if (cleanName !== name || item !== object[name]) isClean = false
    return [cleanName, item] as const
  })
  return isClean ? object : Object.fromEntries(entries)
}
