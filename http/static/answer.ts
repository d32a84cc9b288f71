// Answers a GET with a file of a set: in the best form that the client accepts, or 304 when the client has
// that form already. HEAD comes here too; the exchange leaves the body out.
import { notFound } from '../../domain/failure.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Reply, text } from '../pipeline/reply.ts'
import { bestEncoding, takesPages } from './accepted.ts'
import type { FileSet, StaticFile } from './file-set.ts'

export interface SiteOptions {
  /** The page for a browser that opens an address which the set does not have: the page routes by itself. */
  readonly fallback?: string
}

/**
 * Answers with the file of this name, or with the `index.html` of the folder of this name.
 * @param name as a wildcard of the router gives it, decoded, without a slash in front
 * @throws {Failure} not-found
 */
export async function answerWithFile(
  files: FileSet,
  name: string,
  request: IncomingRequest,
  { fallback }: SiteOptions = {},
): Promise<Reply<never>> {
  const file = files.get(name === '' || name.endsWith('/') ? `${name}index.html` : name)
  if (file !== undefined) return answer(file, request, [])
  const page = fallback === undefined ? undefined : files.get(fallback)
  if (page === undefined || !takesPages(request.header('accept'))) throw notFound('path')
  return answer(page, request, ['Accept'])
}

/** @param vary request headers that decided which file this is */
async function answer(file: StaticFile, request: IncomingRequest, vary: string[]): Promise<Reply<never>> {
  const encoding = file.isCompressible ? bestEncoding(request.header('accept-encoding')) : 'identity'
  const tag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const varied = file.isCompressible ? [...vary, 'Accept-Encoding'] : vary
  const headers = {
    ...file.headers,
    ETag: tag,
    ...(varied.length > 0 && { Vary: varied.join(', ') }),
  }
  if (has(request, tag)) return text('', file.contentType, { status: 304, headers })
  const bytes = await file.form(encoding)
  return text(bytes, file.contentType, {
    headers: encoding === 'identity' ? headers : { ...headers, 'Content-Encoding': encoding },
  })
}

/** RFC 9110, 13.1.2: by weak comparison. */
function has(request: IncomingRequest, tag: string): boolean {
  const sent = request.header('if-none-match')
  if (sent === '') return false
  return sent.split(',').some(item => item.trim() === '*' || item.trim().replace(/^W\//, '') === tag)
}
