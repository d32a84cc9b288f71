// Where Stripe tells what has happened. Public, because the signature of the body says who sends it.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { route } from '../../pipeline/route.ts'

const Received = z.object({
  received: z.boolean(),
  /** Whether it concerned a subscription here, for the first time. */
  applied: z.boolean(),
})

export const stripeRoutes = [
  route('POST /api/v1/billing/stripe-webhook', {
    summary: 'Take an event of Stripe',
    description:
      'Verified by `Stripe-Signature`; 400 says what is wrong with it: forged, older than 300 s, of another account. An event that comes again changes nothing. 503: to be sent again. 404 on a server without Stripe.',
    public: true,
    bucket: 'none',
    rawBody: 'bytes',
    examples: { body: { id: 'evt_1', object: 'event', type: 'customer.subscription.updated' } },
    returns: Received,
    failures: [404, 503],
  }).handle(async ({ body, request }, { stripeSync }) => {
    if (stripeSync === null) throw notFound('path')
    const applied = await stripeSync.receive(body, request.header('stripe-signature'))
    return { received: true, applied }
  }),
]
