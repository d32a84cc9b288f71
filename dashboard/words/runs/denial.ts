// How a denial reads, in a file of its own: the first page shows some, and none of the other texts of a run.

/** @param who null where nobody decided in time */
export function denied(who: string | null, note: string | null): string {
  const decided = who === null ? 'Denied, as nobody decided in time' : `Denied by ${who}`
  return note === null ? decided : `${decided}: ${note}`
}
