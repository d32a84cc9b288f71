// The guide at /docs: the pages of docs/ for people who use the service, from this origin only, with a
// search.
import { z } from 'zod'
import { type Guide, readGuide } from '../../guide/files.ts'
import { guidePolicy } from '../../guide/page.ts'
import { text } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { answerWithFile } from '../../static/answer.ts'

const common = {
  tag: 'documentation',
  public: true,
  returns: z.string(),
  produces: 'text/html',
  failures: [404],
} as const

let reading: Promise<Guide> | null = null

/** Read at its first use; a failed read is tried again. */
function guide(): Promise<Guide> {
  reading ??= readGuide().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

export const guideRoutes = [
  route('GET /docs', { ...common, summary: 'Read the documentation' }).handle(async ({ request }) =>
    answerWithFile((await guide()).files, 'index.html', request),
  ),

  route('GET /docs/search', {
    ...common,
    summary: 'Search the documentation',
    query: z.object({ q: z.string().max(200).default('') }),
  }).handle(async ({ query }) => {
    const headers = {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': guidePolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    }
    return text((await guide()).search(query.q), 'text/html; charset=utf-8', { headers })
  }),

  route('GET /docs/*path', {
    ...common,
    summary: 'Read a page of the documentation',
  }).handle(async ({ request, params }) => {
    const { files } = await guide()
    return answerWithFile(files, files.has(params.path) ? params.path : `${params.path}.html`, request)
  }),
]
