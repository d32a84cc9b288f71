// What a client accepts: the lists of Accept and Accept-Encoding with their weights (RFC 9110, 12.4.2 and
// 12.5). Used by answer.ts.

export type Encoding = 'br' | 'gzip' | 'identity'

/** Smallest form last: it wins among equal weights. */
const preference: readonly Encoding[] = ['identity', 'gzip', 'br']

/** @param accepted an Accept-Encoding; empty means no compression */
export function bestEncoding(accepted: string): Encoding {
  if (accepted === '') return 'identity'
  const weights = weightsOf(accepted)
  const weigh = (encoding: Encoding) => {
    const weight = weights.get(encoding) ?? weights.get('*')
    // An encoding that is not listed is not accepted, except the plain form as the last resort.
    return weight ?? (encoding === 'identity' ? 0.001 : 0)
  }
  let best: Encoding = 'identity'
  for (const encoding of preference) {
    if (weigh(encoding) > 0 && weigh(encoding) >= weigh(best)) best = encoding
  }
  return best
}

/** Whether it names pages, as a browser does for an address that a person opens; `*` alone does not count. */
export function takesPages(accept: string): boolean {
  return (weightsOf(accept).get('text/html') ?? 0) > 0
}

/** Weights by name in lower case, 0 to 1; a weight that cannot be read is 1. */
function weightsOf(list: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of list.split(',')) {
    const [name, ...parameters] = item.split(';').map(part => part.trim().toLowerCase())
    const weight = parameters.find(parameter => /^q=[01](\.\d*)?$/.test(parameter))
    weights.set(name!, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return weights
}
