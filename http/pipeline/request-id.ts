// Ids of requests. A well-formed id from the client or a proxy is kept, so that its logs and ours can be
// joined. Else the id is the server's random prefix and a counter: unique, and cheaper than a random id each
// time.
import { randomBytes } from 'node:crypto'

/** @returns a function from the `X-Request-Id` that was sent (empty for none) to the id of the request */
export function createRequestIds(): (sent: string) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return sent => (/^[\w.:-]{1,128}$/.test(sent) ? sent : `${prefix}-${(++count).toString(36)}`)
}
