// The parameters of Stripe's API, as far as Troupe uses it: what stripe-server.ts refuses, Stripe refuses.

/** What each call takes, by the published API; `[]` stands for an index, `*` for any name. */
const shapes: Readonly<
  Record<string, { readonly required: readonly string[]; readonly known: readonly string[] }>
> = {
  'POST /v1/customers': { required: [], known: ['name', 'email', 'metadata[*]'] },
  'POST /v1/checkout/sessions': {
    required: ['mode', 'success_url', 'line_items[][price]'],
    known: [
      ...['cancel_url', 'customer', 'client_reference_id', 'line_items[][quantity]', 'metadata[*]'],
      ...['subscription_data[metadata][*]', 'allow_promotion_codes'],
    ],
  },
  'POST /v1/checkout/sessions/:id/expire': { required: [], known: [] },
  'POST /v1/billing_portal/sessions': { required: ['customer'], known: ['return_url', 'flow_data[type]'] },
  'GET /v1/subscriptions': {
    required: [],
    known: ['customer', 'status', 'limit', 'starting_after', 'price'],
  },
  'DELETE /v1/subscriptions/:id': { required: [], known: ['prorate', 'invoice_now'] },
  'POST /v1/billing/meter_events': {
    required: ['event_name', 'payload[stripe_customer_id]', 'payload[value]'],
    known: ['identifier', 'timestamp'],
  },
}

/** What Stripe would say about the parameters of a call: message, code, status. */
export function defectOf(
  call: string,
  form: Readonly<Record<string, string>>,
): [message: string, code: string, status?: number] | null {
  const shape = shapes[call]
  if (shape === undefined) return [`Unrecognized request URL (${call})`, 'url_invalid', 404]
  const names = Object.keys(form).map(generalOf)
  const isKnown = (name: string) =>
    [...shape.required, ...shape.known].includes(name) || isFree(name, shape.known)
  const odd = names.find(name => !isKnown(name))
  if (odd !== undefined) return [`Received unknown parameter: ${odd}`, 'parameter_unknown']
  const missing = shape.required.find(name => !names.includes(name))
  return missing === undefined ? null : [`Missing required param: ${missing}`, 'parameter_missing']
}

/** `line_items[0][price]` is `line_items[][price]`. */
function generalOf(name: string): string {
  return name.replace(/\[\d+\]/g, '[]')
}

function isFree(name: string, known: readonly string[]): boolean {
  return known.some(one => one.endsWith('[*]') && name.startsWith(one.slice(0, -2)))
}
