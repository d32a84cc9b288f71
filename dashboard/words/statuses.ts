// Statuses in words, as people read them.

const statuses: Readonly<Record<string, string>> = {
  awaiting_approval: 'Awaiting approval',
  needs_review: 'Needs review',
  past_due: 'Past due',
  canceled: 'Cancelled',
}

/** A status that has no words of its own is its name. */
export function statusWords(status: string): string {
  return statuses[status] ?? status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')
}
