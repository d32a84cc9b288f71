// The widget as a script for any web page, and outside of production a page that shows it.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { defaultScopes } from '../../../domain/people/permissions.ts'
import { readWidget } from '../../chat/widget-files.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { isLocal, namesThisMachine } from '../../pipeline/local-request.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'
import { answerWithFile } from '../../static/answer.ts'
import type { FileSet } from '../../static/file-set.ts'

const common = { tag: 'chat', public: true } as const

let reading: Promise<FileSet> | null = null

/** The files, read at their first use; a failed read is tried again. */
function files(): Promise<FileSet> {
  reading ??= readWidget().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

/** @throws {Failure} not-found */
function refuseOthers(request: IncomingRequest, { isProduction, demo }: Services): string {
  if (isProduction || demo.keyHash === null || !isLocal(request) || !namesThisMachine(request))
    throw notFound('path')
  return demo.keyHash
}

export const chatWidgetRoutes = [
  route('GET /chat/widget.js', {
    ...common,
    summary: 'Get the chat widget as one script',
    description: 'A script tag with `data-tenant-id` and `data-api-key` mounts it.',
    returns: z.string(),
    produces: 'text/javascript',
    failures: [404],
  }).handle(async ({ request }) => answerWithFile(await files(), 'widget.js', request)),

  route('GET /chat-demo', {
    ...common,
    summary: 'See the chat widget in a page',
    description: 'Only for browsers on this machine, and never in production.',
    returns: z.string(),
    produces: 'text/html',
    failures: [404],
  }).handle(async ({ request }, services) => {
    refuseOthers(request, services)
    return answerWithFile(await files(), 'index.html', request)
  }),

  route('GET /chat-demo/:file', {
    ...common,
    summary: 'Get a part of the page that shows the chat widget',
    params: z.object({ file: z.enum(['demo.js', 'demo.css']) }),
    returns: z.string(),
    produces: 'text/javascript',
  }).handle(async ({ request, params }, services) => {
    refuseOthers(request, services)
    return answerWithFile(await files(), params.file, request)
  }),

  route('POST /chat-demo/token', {
    ...common,
    summary: 'Get a chat token for the page that shows the chat widget',
    description: 'Of the development user, for an hour. Only on this machine, and never in production.',
    returns: z.object({ token: z.string(), expiresAt: z.int(), tenantId: z.string() }),
    failures: [404],
    secret: true,
  }).handle(async ({ request }, services) => {
    const keyHash = refuseOthers(request, services)
    const { chatTokens, apiKeys } = services
    const origin = `http://${request.header('host')}`
    const holder = await apiKeys.findByHash(keyHash)
    if (holder === null) throw notFound('development user')
    const facts = { keyHash, origin, subject: null, ttlSeconds: 3_600, scopes: defaultScopes }
    return { ...(await chatTokens.make(facts)), tenantId: holder.organizationId }
  }),
]
