// The suspect of a dead thread: the actor whose code ran, and whether that was its replay. Activations marks
// it, the supervisor reads it. An actor that kills its host in a turn is poisoned, which takes a replay; one
// that kills it in its replay can only be blocked.
const prefix = 'replay of '

export function replayOf(address: string): string {
  return `${prefix}${address}`
}

/** @returns the address when the suspect is a replay; null when it is a turn or an effect */
export function replayedBy(suspect: string): string | null {
  return suspect.startsWith(prefix) ? suspect.slice(prefix.length) : null
}
