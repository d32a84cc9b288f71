// Several values where a tool takes one: a call for each.
import type { Np, Statement } from '../../grammar/terms.ts'

type Call = Extract<Statement, { s: 'call' }>

/** "Create an account in slack and github": one call for each of the values. */
export function oneByOne(statement: Call): Call[][] {
  const { parts } = statement
  return parts.flatMap((part, at) => {
    if ((part.a !== 'np' && part.a !== 'prep') || part.np.t !== 'list' || part.np.join !== 'and') return []
    if (!part.np.items.every(isSingleValue)) return []
    return [
      part.np.items.map(np => ({
        ...statement,
        parts: parts.map((each, index) => (index === at ? { ...part, np } : each)),
      })),
    ]
  })
}

/** A word, a name or an id alone. */
function isSingleValue(np: Np): boolean {
  if (np.t === 'value') return /^(word|id|channel|email|hole)$/.test(np.value.v)
  return (
    np.t === 'noun' &&
    np.det === null &&
    np.owner === null &&
    !np.head.isPlural &&
    np.post.length === 0 &&
    (np.pre.length === 0 || np.head.words.join(' ') === 'one')
  )
}
