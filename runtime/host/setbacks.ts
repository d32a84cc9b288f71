// What went wrong with one actor since its last durable turn. Its activation holds it. Activations and
// GroupCommit read from it how long to pause, with whom to commit, and when to give up.
export class Setbacks {
  /** Failed loads and commits. */
  failures = 0
  /** Loads that failed by a defect of our code. */
  defects = 0
  /** Lost commits, counted once for each success of other commits. */
  losses = 0
  /** How many commits of the host had succeeded at the last loss; null before the first. */
  lostAfter: number | null = null

  /** A turn is durable. */
  clear(): void {
    this.failures = this.defects = this.losses = 0
    this.lostAfter = null
  }
}
