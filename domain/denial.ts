// How the error of a denied step reads: with the id of the person, as the journal keeps no names. Whoever
// shows it to people puts a name in its place.

export interface Denial {
  /** Id of the user; null when the time to decide ran out. */
  readonly by: string | null
  readonly note: string | null
}

export function denialMessage({ by, note }: Denial): string {
  return `denied by ${by ?? 'timeout'}${note ? `: ${note}` : ''}`
}

/** The denial that a message of an error tells of; null: it tells of something else. */
export function denialIn(message: string): Denial | null {
  const [, by, note] = /^denied by (user_[0-9a-z]{26}|timeout)(?:: (.*))?$/s.exec(message) ?? []
  return by === undefined ? null : { by: by === 'timeout' ? null : by, note: note ?? null }
}
