// The interactive API reference at /docs/api-reference: Scalar with the service's own OpenAPI document, all
// from this origin.
import { z } from 'zod'
import { route } from '../../pipeline/route.ts'
import { readReference } from '../../reference/files.ts'
import { answerWithFile } from '../../static/answer.ts'
import type { FileSet } from '../../static/file-set.ts'

const common = { tag: 'documentation', public: true, returns: z.string() } as const

let reading: Promise<FileSet> | null = null

/** The files, read at their first use; a failed read is tried again. */
function files(): Promise<FileSet> {
  reading ??= readReference().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

export const referenceRoutes = [
  route('GET /docs/api-reference', {
    ...common,
    summary: 'Read and try the API',
    description: 'Loads nothing from other origins. A key that you type in stays in the page.',
    produces: 'text/html',
  }).handle(async ({ request }) => answerWithFile(await files(), 'index.html', request)),

  route('GET /docs/api-reference/scalar.js', {
    ...common,
    summary: 'Get the script of the API reference',
    produces: 'text/javascript',
  }).handle(async ({ request }) => answerWithFile(await files(), 'scalar.js', request)),

  route('GET /docs/api-reference/start.js', {
    ...common,
    summary: 'Get the script that starts the API reference',
    produces: 'text/javascript',
  }).handle(async ({ request }) => answerWithFile(await files(), 'start.js', request)),
]
