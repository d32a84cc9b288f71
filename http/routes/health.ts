// For those who run the service rather than use it: liveness, readiness, metrics, and the public keys of the tokens.
import { z } from 'zod'
import { Failure, notFound } from '../../domain/failure.ts'
import { reply, text } from '../reply.ts'
import { route } from '../route.ts'
import { invalidCredentials } from '../tokens.ts'

const tag = 'operations'

export const healthRoutes = [
  route('GET /healthz', {
    summary: 'Is the process alive',
    tag,
    public: true,
    bucket: 'none',
    returns: z.object({ status: z.literal('ok') }),
  }).handle(() => ({ status: 'ok' })),

  route('GET /readyz', {
    summary: 'Is the service ready for work',
    description:
      '503 names what is not: the database, its migrations, the actor hosts, or the service itself, which stops or is a restored copy that has not been activated.',
    tag,
    public: true,
    bucket: 'none',
    returns: z.object({ status: z.literal('ready'), checks: z.record(z.string(), z.string()) }),
  }).handle(async (_, { readiness }) => {
    const { ready, checks } = await readiness()
    if (ready) return { status: 'ready', checks }
    const wrong = Object.entries(checks).filter(([, outcome]) => outcome !== 'ok')
    throw new Failure('unavailable', `not ready: ${wrong.map(check => check.join(': ')).join('; ')}`)
  }),

  route('GET /metrics', {
    summary: 'Measurements in the text format of Prometheus',
    description: 'With METRICS_TOKEN as bearer credential; without such a token, from this machine only.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
  }).handle(async ({ request }, { metrics }) => {
    switch (metrics.admit(request)) {
      case 'hidden':
        throw notFound('path')
      case 'token-required':
        throw invalidCredentials()
      case 'admitted':
        return text(await metrics.read(), metrics.registry.contentType)
    }
  }),

  route('GET /.well-known/jwks.json', {
    summary: 'Public keys of the tokens',
    tag,
    public: true,
    returns: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  }).handle((_, { tokens }) =>
    reply(tokens.publicKeys, { headers: { 'Cache-Control': 'public, max-age=300' } }),
  ),
]
