// The identity of what a request makes. A handler takes new identifiers from here. Under an Idempotency-Key
// they are the same for every repeat, so the handler finds by its id what an earlier try has made.
import { derivedIdAt, type IdKind, newId } from '../../domain/ids.ts'

export interface Intent {
  /** The identifier of what the request makes; one of each kind. */
  newId(kind: IdKind): string
  /** An earlier try may have handled the request, in full or in part: what it makes may exist. */
  readonly isRepeated: boolean
  /**
   * Names the request to actors, so that they take it once, even when they are asked again after a host died.
   */
  readonly id: string
}

/**
 * The intent of a request without an Idempotency-Key: sent twice it is two requests, so its id is new each
 * time it is read.
 */
export const unkeyed: Intent = {
  newId,
  isRepeated: false,
  get id() {
    return newId('event')
  },
}

/** @param at when the request first arrived, Unix ms */
export function keyedIntent(client: string, key: string, at: number, isRepeated: boolean): Intent {
  const idOf = (kind: IdKind) => derivedIdAt(kind, JSON.stringify([client, key, kind]), at)
  return { newId: idOf, isRepeated, id: idOf('event') }
}
