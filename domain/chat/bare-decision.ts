// A message that is nothing but a decision: "approve", "deny because it is too much". Its owner is asked
// about exactly what waits in the session; every longer sentence is read by an assistant.

export interface BareDecision {
  readonly decision: 'approve' | 'deny'
  readonly note: string | null
  /** Of everything that waits. */
  readonly isForAll: boolean
}

const pattern =
  /^(?:yes,? |no,? |please )?(approve|deny|reject|decline)(?: (?:it|that|this|them|(all)(?: of them)?|both))?(?: please)?(?:[,:;]? (?:because|since|as) (.{1,2000}?)|[:] (.{1,2000}?))?[.!]?$/is

/** @returns null: the text is something else */
export function bareDecision(text: string): BareDecision | null {
  const found = pattern.exec(text.trim())
  if (found === null) return null
  const [, word, all, because, after] = found
  return {
    decision: word!.toLowerCase() === 'approve' ? 'approve' : 'deny',
    note: because ?? after ?? null,
    isForAll: all !== undefined || /\b(them|both)\b/i.test(text.slice(0, 40)),
  }
}
