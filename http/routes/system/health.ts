// For operators: liveness, readiness, metrics, and the public keys of the tokens.
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import { reply, text } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'

const tag = 'operations'

export const healthRoutes = [
  route('GET /healthz', {
    summary: 'Check that the process is alive',
    tag,
    public: true,
    bucket: 'none',
    returns: z.object({ status: z.literal('ok') }),
  }).handle(() => ({ status: 'ok' })),

  route('GET /readyz', {
    summary: 'Check that the service is ready for work',
    description:
      '503 names what is not ready: the database, its migrations, the actor hosts, or the service itself, when it is stopping or is a restored copy that has not been activated.',
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
    summary: 'Get metrics in the text format of Prometheus',
    description:
      'Send METRICS_TOKEN as the bearer token. When it is not set, only this machine can read the metrics.',
    tag,
    public: true,
    returns: z.string(),
    produces: 'text/plain',
  }).handle(async ({ request }, { metrics }) => {
    metrics.admit(request)
    return text(await metrics.read(), metrics.registry.contentType)
  }),

  route('GET /.well-known/jwks.json', {
    summary: 'Get the public keys that verify access tokens',
    tag,
    public: true,
    returns: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  }).handle((_, { tokens }) =>
    reply(tokens.publicKeys, { headers: { 'Cache-Control': 'public, max-age=300' } }),
  ),
]
