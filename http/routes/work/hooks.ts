// Where others deliver to: the address of a hook starts its workflow. Whoever has the address may call it,
// and proves more only where the trigger asks for it.
import { HookAnswer } from '../../../domain/work/trigger.ts'
import { route } from '../../pipeline/route.ts'
import { takeDelivery } from '../../triggers/deliveries.ts'

export const hookRoutes = [
  route('POST /hooks/:token', {
    summary: 'Start a workflow from outside',
    description:
      'JSON or a form, up to 1 MiB. Verified and mapped to inputs as the trigger says. A delivery that comes again within 24 h starts nothing again. 401 names what does not fit in the signature; an unknown address is 404.',
    tag: 'workflows',
    public: true,
    bucket: 'none',
    rawBody: 'bytes',
    examples: { body: { order: { amount: 40 } } },
    returns: HookAnswer,
    status: 202,
    waits: true,
    failures: [401, 402, 429],
  }).handle(({ params, body, request }, services) => takeDelivery(services, params.token, request, body)),
]
