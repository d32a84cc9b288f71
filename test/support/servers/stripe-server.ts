// Stripe on loopback, as far as Troupe uses it: it keeps customers, checkouts, subscriptions and meter
// events, refuses parameters that the published API does not have, answers an idempotency key again with its
// first answer, and signs events as Stripe does. A test pays and fails by its methods.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../../runtime/clock.ts'
import { defectOf } from './stripe-shapes.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of a foreign API
type Thing = Record<string, any>
type Form = Readonly<Record<string, string>>

export const stripeSecrets = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' } as const
const prices = { pro: 'price_pro', scale: 'price_scale' } as const

export class StripeServer {
  readonly customers = new Map<string, Thing>()
  readonly checkouts = new Map<string, Thing>()
  readonly subscriptions = new Map<string, Thing>()
  readonly meterEvents = new Map<string, Thing>()
  /** Calls so far, as `POST /v1/customers`. */
  readonly calls: string[] = []
  /** So many calls are answered by 500, after they were carried out or before. */
  failures: ('before' | 'after')[] = []
  readonly #answers = new Map<string, { readonly status: number; readonly body: Thing }>()
  readonly #clock: Clock
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  #count = 0

  static async start(t: { teardown(end: () => unknown): unknown }, clock: Clock): Promise<StripeServer> {
    const server = new StripeServer(clock)
    await new Promise<void>(resolve => server.#server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.#server.closeAllConnections())
    t.teardown(() => server.#server.close())
    return server
  }

  private constructor(clock: Clock) {
    this.#clock = clock
  }

  get settings() {
    const { port } = this.#server.address() as AddressInfo
    return {
      ...stripeSecrets,
      prices,
      usagePrice: 'price_cu',
      meter: 'troupe_cu',
      url: `http://127.0.0.1:${port}`,
    }
  }

  get #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000)
  }

  /** Somebody pays the checkout at this address. @returns the new subscription */
  pay(url: string): Thing {
    const checkout = [...this.checkouts.values()].find(one => one['url'] === url)
    if (checkout?.['status'] !== 'open') throw new Error('the checkout is not open')
    checkout['status'] = 'complete'
    const end = this.#seconds + 30 * 86_400
    const item = {
      id: this.#id('si'),
      price: { id: checkout['price'] },
      quantity: 1,
      current_period_end: end,
    }
    const subscription = {
      ...{
        id: this.#id('sub'),
        object: 'subscription',
        customer: checkout['customer'],
        created: this.#seconds,
      },
      ...{ status: 'active', cancel_at: null, cancel_at_period_end: false },
      items: { object: 'list', data: [item], has_more: false },
    }
    this.subscriptions.set(subscription.id, subscription)
    return subscription
  }

  /** An event about an object, as it is now or was. */
  event(type: string, object: Thing, more: object = {}): Thing {
    const data = { object: structuredClone(object) }
    const now = this.#seconds
    return {
      id: this.#id('evt'),
      object: 'event',
      type,
      created: now,
      livemode: false,
      api_version: 'double',
      data,
      ...more,
    }
  }

  /** The body of a delivery and its signature. @param at Unix ms; default now */
  sign(event: Thing, { at = this.#clock.now(), secret = stripeSecrets.webhookSecret as string } = {}) {
    const body = JSON.stringify(event)
    const time = Math.floor(at / 1_000)
    const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { body, signature: `t=${time},v1=${digest}` }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stripe')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = request.method === 'GET' ? url.search.slice(1) : Buffer.concat(chunks).toString()
    const failure = this.failures.shift()
    const answer =
      failure === 'before'
        ? { status: 500, body: errorOf('api_error', 'a failure of the double') }
        : this.#once(request, url.pathname, Object.fromEntries(new URLSearchParams(text)))
    const { status, body } =
      failure === 'after' ? { status: 500, body: errorOf('api_error', 'late') } : answer
    response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': this.#id('req') })
    response.end(JSON.stringify(body))
  }

  #once(request: IncomingMessage, path: string, form: Form) {
    if (request.headers.authorization !== `Bearer ${stripeSecrets.secretKey}`)
      return { status: 401, body: errorOf('invalid_request_error', 'Invalid API Key provided') }
    const key = request.headers['idempotency-key'] as string | undefined
    const known = key === undefined ? undefined : this.#answers.get(key)
    if (known !== undefined) return known
    const answer = this.#answer(request.method!, path, form)
    if (key !== undefined) this.#answers.set(key, answer)
    return answer
  }

  #answer(method: string, path: string, form: Form): { readonly status: number; readonly body: Thing } {
    const id = /^\/v1\/(?:checkout\/sessions|subscriptions)\/(\w+)/.exec(path)?.[1]
    const call = `${method} ${id === undefined ? path : path.replace(id, ':id')}`
    this.calls.push(call)
    const refuse = (message: string, code = 'parameter_invalid', status = 400) => ({
      ...{ status, body: errorOf('invalid_request_error', message, code) },
    })
    const defect = defectOf(call, form)
    if (defect !== null) return refuse(...defect)
    const { customer } = form
    if (customer !== undefined && !this.customers.has(customer))
      return refuse('No such customer', 'resource_missing')
    const body = this.#carryOut(call, form, id)
    return body === null ? refuse(`No such object: '${id}'`, 'resource_missing', 404) : { status: 200, body }
  }

  #carryOut(call: string, form: Form, id: string | undefined): Thing | null {
    switch (call) {
      case 'POST /v1/customers':
        return this.#keep(this.customers, { id: this.#id('cus'), object: 'customer', name: form['name'] })
      case 'POST /v1/checkout/sessions':
        return this.#openCheckout(form)
      case 'POST /v1/checkout/sessions/:id/expire':
        return this.#change(this.checkouts.get(id!), { status: 'expired' }, 'open')
      case 'POST /v1/billing_portal/sessions':
        return {
          id: this.#id('bps'),
          object: 'billing_portal.session',
          created: this.#seconds,
          url: 'https://billing.stripe.test/p',
        }
      case 'GET /v1/subscriptions': {
        const data = [...this.subscriptions.values()].filter(one => one['customer'] === form['customer'])
        return { object: 'list', url: '/v1/subscriptions', has_more: false, data: data.reverse() }
      }
      case 'DELETE /v1/subscriptions/:id':
        return this.#change(this.subscriptions.get(id!), { status: 'canceled' })
      default: {
        const event = {
          object: 'billing.meter_event',
          identifier: form['identifier'],
          value: Number(form['payload[value]']),
        }
        const about = { customer: form['payload[stripe_customer_id]'], event_name: form['event_name'] }
        this.meterEvents.set(form['identifier'] ?? this.#id('me'), { ...event, ...about })
        return event
      }
    }
  }

  #openCheckout(form: Form): Thing | null {
    const price = form['line_items[0][price]']!
    if (!Object.values<string>(prices).includes(price)) return null
    for (const name of ['success_url', 'cancel_url']) if (!URL.canParse(form[name] ?? '')) return null
    const id = this.#id('cs')
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stripe.test/${id}`,
      price,
    }
    const given = {
      customer: form['customer'],
      success_url: form['success_url'],
      cancel_url: form['cancel_url'],
    }
    const usagePrice = form['line_items[1][price]']
    return this.#keep(this.checkouts, {
      ...session,
      ...given,
      usagePrice,
      expires_at: this.#seconds + 86_400,
    })
  }

  #keep(all: Map<string, Thing>, thing: Thing): Thing {
    all.set(thing['id'], thing)
    return thing
  }

  #change(thing: Thing | undefined, change: object, from?: string): Thing | null {
    if (thing === undefined || (from !== undefined && thing['status'] !== from)) return null
    return Object.assign(thing, change)
  }

  #id(prefix: string): string {
    return `${prefix}_${String(++this.#count).padStart(8, '0')}`
  }
}

function errorOf(type: string, message: string, code?: string): Thing {
  return { error: { type, message, ...(code && { code }) } }
}
