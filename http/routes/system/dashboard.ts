// The dashboard at `/`: its files, and its page for every other address that a browser opens.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { type Dashboard, readDashboard } from '../../dashboard/files.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { route } from '../../pipeline/route.ts'
import { takesPages } from '../../static/accepted.ts'
import { answerWithFile } from '../../static/answer.ts'

const common = {
  tag: 'dashboard',
  public: true,
  returns: z.string(),
  produces: 'text/html',
  bucket: 'none',
  failures: [404],
} as const

let reading: Promise<Dashboard> | null = null

/** Read at its first use; a failed read is tried again. */
function dashboard(): Promise<Dashboard> {
  reading ??= readDashboard().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

async function pageFor(request: IncomingRequest) {
  if (!takesPages(request.header('accept'))) throw notFound('path')
  return (await dashboard()).page()
}

export const dashboardRoutes = [
  route('GET /', {
    ...common,
    summary: 'Open the dashboard',
    description: 'For browsers: without `text/html` in `Accept`, 404.',
  }).handle(({ request }) => pageFor(request)),

  // The API has addresses under /chat too, so the wildcard below does not take these.
  route('GET /chat', { ...common, summary: 'Open the chats in the dashboard' }).handle(({ request }) =>
    pageFor(request),
  ),
  route('GET /chat/:id', { ...common, summary: 'Open a chat in the dashboard' }).handle(({ request }) =>
    pageFor(request),
  ),

  route('GET /*path', {
    ...common,
    summary: 'Get a file of the dashboard, or its page',
    description: 'An address that is no file gives the page to browsers, which shows what is there.',
  }).handle(async ({ request, params }) => {
    const { files } = await dashboard()
    return files.has(params.path) ? answerWithFile(files, params.path, request) : pageFor(request)
  }),
]
