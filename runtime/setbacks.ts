// What has gone wrong with one actor since its last turn was durable: how long to wait, whom to commit it with, when to
// give up.
export class Setbacks {
  /** Loads and commits that failed. */
  failures = 0
  /** Loads that failed by a defect of its code. */
  defects = 0
  /** Commits that were lost while those of others were taken ... */
  losses = 0
  /** ... of which the last was lost after so many had been taken. */
  lostAfter: number | null = null

  /** A turn is durable. */
  clear(): void {
    this.failures = this.defects = this.losses = 0
    this.lostAfter = null
  }
}
