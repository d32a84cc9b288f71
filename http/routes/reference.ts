// The interactive API reference at /docs/api-reference: Scalar on the service's own OpenAPI document, all of it from this
// origin.
import { z } from 'zod'
import type { IncomingRequest } from '../exchange.ts'
import { referencePage, referencePolicy, startScript } from '../reference/page.ts'
import { loadScript, type Script } from '../reference/script.ts'
import { text } from '../reply.ts'
import { route } from '../route.ts'

const common = { tag: 'documentation', public: true, returns: z.string() } as const
const javascript = 'text/javascript; charset=utf-8'
/** The address holds a hash of the content: what is there never changes. */
const forEver = 'public, max-age=31536000, immutable'

let loading: Promise<Script> | null = null

/** The program, read at its first use; a failure is not kept. */
function script(): Promise<Script> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

export const referenceRoutes = [
  route('GET /docs/api-reference', {
    ...common,
    summary: 'The API reference, to read and to try',
    description: 'Works without any other origin. A key that is typed in stays in the page.',
    produces: 'text/html',
  }).handle(async () => {
    const { tag } = await script()
    return text(referencePage(tag), 'text/html; charset=utf-8', {
      headers: {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': referencePolicy,
        'Referrer-Policy': 'no-referrer',
        'X-Frame-Options': 'DENY',
      },
    })
  }),

  route('GET /docs/api-reference/scalar.js', {
    ...common,
    summary: 'The program of the API reference',
    produces: 'text/javascript',
  }).handle(async ({ request }) => {
    const { tag, in: inForm } = await script()
    const headers = { 'Cache-Control': forEver, ETag: `"${tag}"`, Vary: 'Accept-Encoding' }
    if (has(request, tag)) return text('', javascript, { status: 304, headers })
    const { encoding, bytes } = await inForm(request.header('accept-encoding'))
    return text(bytes, javascript, {
      headers: encoding === 'identity' ? headers : { ...headers, 'Content-Encoding': encoding },
    })
  }),

  route('GET /docs/api-reference/start.js', {
    ...common,
    summary: 'What starts the program of the API reference',
    produces: 'text/javascript',
  }).handle(() => text(startScript, javascript, { headers: { 'Cache-Control': 'no-cache' } })),
]

function has(request: IncomingRequest, tag: string): boolean {
  return request.header('if-none-match').includes(`"${tag}"`)
}
