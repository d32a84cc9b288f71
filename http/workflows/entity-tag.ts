// `ETag` of a workflow and `If-Match` of its changes (RFC 9110, 8.8.3 and 13.1.1): a change that was made of
// an old state is refused, instead of undoing what somebody else has done meanwhile.
import { Failure } from '../../domain/failure.ts'
import type { IncomingRequest } from '../exchange.ts'

/** Names the state that can be changed; each change has another time. */
export function tagOf({ updatedAt }: { readonly updatedAt: number }): { readonly ETag: string } {
  return { ETag: `"${updatedAt}"` }
}

/**
 * The states of which a change may have been made; null without the header, and for `*`, which every state
 * matches.
 * @throws {Failure} bad-request
 */
export function expectedTags(request: IncomingRequest): readonly string[] | null {
  const header = request.header('if-match').trim()
  if (header === '' || header === '*') return null
  const tags = header.split(',').map(tag => tag.trim())
  if (tags.every(tag => /^(W\/)?"[\x21\x23-\x7e]*"$/.test(tag))) return tags
  throw new Failure('bad-request', 'If-Match: expected the ETag of the workflow in double quotes, or *')
}
