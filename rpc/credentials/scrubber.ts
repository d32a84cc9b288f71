// Takes secrets out of what leaves the hub: results, errors, progress. Knows those that its organizations have stored
// and, for an hour, those that this thread has sent, in the forms in which a server may echo them (secret-index.ts).
// 1. An organization that has none costs one lookup.
// 2. Nothing that was clean is copied: the very same value is given back.
// 3. A secret that is stored no more is still looked for, for an hour: it may be under way.
import type { Json, JsonObject } from '../../domain/json.ts'
import { SecretIndex, scrubbed, shortestSecret } from './secret-index.ts'

/** How long after its last use, or its deletion, a secret is looked for. */
const rememberedMs = 3_600_000
/** Of one organization: as many as it can have stored, twice. What was sent or learnt longest ago goes first. */
const mostSecrets = 2_000
/** Characters of all secrets of one organization; as above. Their forms are some 35 times as long. */
const mostLength = 256 * 1024
/** Characters of the secrets of all organizations of this thread; those that changed longest ago go first. */
const mostLengthOfAll = 4 * 1024 * 1024
const mostOrganizations = 10_000

interface Remembered {
  /** What `secrets` were learnt from. */
  stored: readonly object[]
  /** Secrets and when they are forgotten (ms), in the order of last use. Stored ones never are. */
  readonly secrets: Map<string, number>
  /** None of them is forgotten before this (ms). */
  soonest: number
  /** Of the secrets, in characters. */
  length: number
  /** Finds every form of each; null when it has to be made anew. */
  index: SecretIndex | null
}

export class Scrubber {
  readonly #now: () => number
  /** In the order of their last change. */
  readonly #organizations = new Map<string, Remembered>()
  #length = 0

  /** @param now ms of any clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Are these the credentials whose secrets were learnt last? One lookup where there are none. */
  hasLearnt(organizationId: string, stored: readonly object[]): boolean {
    const remembered = this.#organizations.get(organizationId)
    return remembered === undefined ? stored.length === 0 : remembered.stored === stored
  }

  /**
   * These are the secrets that the organization has stored, and no other.
   * @param stored the credentials that they are of, to be known again
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

  /** The secrets are about to be sent. */
  remember(organizationId: string, secrets: readonly string[]): void {
    this.#keep(organizationId, secrets, this.#now() + rememberedMs)
  }

  /** A message: also a secret that was cut off at its end. */
  scrub(organizationId: string, text: string): string {
    const index = this.#indexOf(organizationId)
    return index === null ? text : withoutBeginning(index.replaceIn(text), index)
  }

  /** Names of objects too. */
  scrubValue<T extends Json>(organizationId: string, value: T): T {
    const index = this.#indexOf(organizationId)
    return index === null ? value : (clean(value, index) as T)
  }

  #keep(organizationId: string, secrets: readonly string[], until: number): Remembered {
    const known = this.#organizations.get(organizationId)
    const remembered = known ?? newlyRemembered()
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

function newlyRemembered(): Remembered {
  return { stored: [], secrets: new Map(), soonest: Number.POSITIVE_INFINITY, length: 0, index: null }
}

/** Messages quote the beginning of what a server said: a secret that was cut off at their end goes too. */
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
