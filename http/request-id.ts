// Ids of requests. A sane one that the client or a proxy sends is kept, so that its logs and ours can be joined; else
// one is made of the server's random prefix and a counter: unique, and cheaper than a random one each.
import { randomBytes } from 'node:crypto'

/** @returns given the `X-Request-Id` that was sent (empty for none), the id of the request */
export function createRequestIds(): (sent: string) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return sent => (/^[\w.:-]{1,128}$/.test(sent) ? sent : `${prefix}-${(++count).toString(36)}`)
}
