// Who is blamed when a thread dies: the actor whose code ran, and whether that was its replay. Who dies in a turn can be
// parked, which takes a replay; who dies in its replay can only be left alone.
const prefix = 'replay of '

export function replayOf(address: string): string {
  return `${prefix}${address}`
}

/** The address whose replay it was; null: its own code. */
export function replayedBy(suspect: string): string | null {
  return suspect.startsWith(prefix) ? suspect.slice(prefix.length) : null
}
