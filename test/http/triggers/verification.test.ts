// The examples are those of the senders' own documentation, where they have one.
import { createHmac } from 'node:crypto'
import { test } from 'tap'
import { verifyDelivery } from '../../../http/triggers/verification.ts'
import type { VerificationKind } from '../../../storage/workflows/triggers.ts'

interface Sample {
  readonly kind: VerificationKind
  readonly secret: string
  readonly body: string
  /** Unix seconds at which it was signed. */
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
}

const stripeBody = '{"id": "evt_1"}'
const stripeSecret = 'whsec_test_secret'
const stripeSignature = createHmac('sha256', stripeSecret).update(`1700000000.${stripeBody}`).digest('hex')

const samples: readonly Sample[] = [
  {
    ...{ kind: 'bearer', secret: 'a secret of mine', body: '{}', at: 1 },
    headers: { authorization: 'Bearer a secret of mine' },
  },
  {
    ...{ kind: 'github', secret: "It's a Secret to Everybody", body: 'Hello, World!', at: 1 },
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
  },
  {
    ...{ kind: 'stripe', secret: stripeSecret, body: stripeBody, at: 1_700_000_000 },
    headers: { 'stripe-signature': `t=1700000000,v1=00,v1=${stripeSignature},v0=11` },
  },
  {
    ...{ kind: 'slack', secret: '8f742231b10e8888abcd99yyyzzz85a5', at: 1_531_420_618 },
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
  },
  {
    ...{ kind: 'standard', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', body: '{"test": 2432232314}' },
    at: 1_614_265_330,
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,other v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  },
]

function verify(sample: Sample, { headers = sample.headers, ...other }: Partial<Sample> = {}): void {
  const { kind, secret, body, at } = { ...sample, ...other }
  const request = { header: (name: string) => headers[name] ?? '' }
  verifyDelivery(kind, { request, body: Buffer.from(body), secret, toleranceSeconds: 300, now: at * 1_000 })
}

for (const sample of samples) {
  const { kind, headers, at } = sample

  test(`${kind}: what was signed by the secret is taken`, async t => {
    t.doesNotThrow(() => verify(sample))
  })

  test(`${kind}: another body, another secret or a missing header is refused by a sentence`, async t => {
    const refused = { code: 'unauthenticated', message: /^[\w-]+: / }
    if (kind !== 'bearer') t.throws(() => verify(sample, { body: `${sample.body} ` }), refused)
    const other = kind === 'standard' ? `whsec_${Buffer.alloc(24).toString('base64')}` : `${sample.secret}x`
    t.throws(() => verify(sample, { secret: other }), refused)
    for (const name of Object.keys(headers)) {
      const { [name]: _, ...rest } = headers
      t.throws(() => verify(sample, { headers: rest }), { code: 'unauthenticated' }, `without ${name}`)
      t.throws(() => verify(sample, { headers: { ...headers, [name]: 'x' } }), { code: 'unauthenticated' })
    }
  })

  test(`${kind}: a signed time counts within its tolerance only`, async t => {
    const isTimed = ['stripe', 'slack', 'standard'].includes(kind)
    const stale = { code: 'unauthenticated', message: /timestamp/ }
    for (const seconds of [300, -300]) t.doesNotThrow(() => verify(sample, { at: at + seconds }))
    for (const seconds of [301, -301]) {
      if (isTimed) t.throws(() => verify(sample, { at: at + seconds }), stale)
      else t.doesNotThrow(() => verify(sample, { at: at + seconds }))
    }
  })
}
