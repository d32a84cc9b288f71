// What a client means to do once, however often the request arrives. A handler that makes something takes its identifier
// from here: under an Idempotency-Key it is the same every time, so that what is there already is found by its id.
import { derivedIdAt, type IdKind, newId } from '../domain/ids.ts'

export interface Intent {
  /** The identifier of what the request makes; one of each kind. */
  newId(kind: IdKind): string
  /** The request may have been handled before, in full or up to any point: what it makes may be there. */
  readonly isRepeated: boolean
  /** Names the request to actors, so that they take it once, also when they are asked again because a host has died. */
  readonly id: string
}

/** Of a request without an Idempotency-Key: sent twice it is two, so its name is a new one each time it is asked for. */
export const unkeyed: Intent = {
  newId,
  isRepeated: false,
  get id() {
    return newId('event')
  },
}

/** @param at when the request came first, Unix ms */
export function keyedIntent(client: string, key: string, at: number, isRepeated: boolean): Intent {
  const idOf = (kind: IdKind) => derivedIdAt(kind, JSON.stringify([client, key, kind]), at)
  return { newId: idOf, isRepeated, id: idOf('event') }
}
