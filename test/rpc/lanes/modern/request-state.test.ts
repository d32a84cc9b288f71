import { test } from 'tap'
import { createRequestStates, type StateBinding } from '../../../../rpc/lanes/modern/request-state.ts'

const secret = new Uint8Array(32).fill(7)
const binding: StateBinding = {
  principal: 'org_1 key_1',
  method: 'tools/call',
  subject: 'run_report',
  args: { a: 1, b: [2] },
}

function given() {
  let now = 1_000
  const states = createRequestStates(secret, () => now)
  return { states, wait: (ms: number) => (now += ms) }
}

const refusal = { code: -32602, message: /requestState/ }

test('a state comes back as it was, whatever the order of the arguments', async t => {
  const { states } = given()
  const sealed = states.seal(binding, { round: 2, name: 'Zoë' })
  t.strictSame(states.open(binding, sealed), { round: 2, name: 'Zoë' })
  t.strictSame(states.open({ ...binding, args: { b: [2], a: 1 } }, sealed), { round: 2, name: 'Zoë' })
  t.match(sealed, /^[\w-]+\.[\w-]+$/)
})

test('it outlives the process that sealed it', async t => {
  const sealed = given().states.seal(binding, 'state')
  t.equal(given().states.open(binding, sealed), 'state')
  const other = createRequestStates(new Uint8Array(32))
  t.throws(() => other.open(binding, sealed), refusal, 'but not the secret')
})

for (const [what, change] of [
  ['caller', { principal: 'org_1 key_2' }],
  ['method', { method: 'prompts/get' }],
  ['tool', { subject: 'run_other' }],
  ['arguments', { args: { a: 1, b: [3] } }],
] as const) {
  test(`a state of another ${what} is refused`, async t => {
    const { states } = given()
    const sealed = states.seal(binding, 'state')
    t.throws(() => states.open({ ...binding, ...change }, sealed), refusal)
  })
}

test('a changed state is refused, and so is what never was one', async t => {
  const { states } = given()
  const sealed = states.seal(binding, 'state')
  const [payload, mac] = sealed.split('.') as [string, string]
  const forged = Buffer.from(JSON.stringify({ expiresAt: 1e15, state: 'mine' })).toString('base64url')
  const wrong = [
    `${sealed}-TAMPERED`,
    `${forged}.${mac}`,
    payload,
    `${payload}.`,
    `${sealed}.${mac}`,
    '',
    '.',
    'é'.repeat(43),
  ]
  for (const text of [...wrong, `${payload}.${'é'.repeat(mac.length)}`]) {
    t.throws(() => states.open(binding, text), refusal, text)
  }
})

test('it holds for an hour', async t => {
  const { states, wait } = given()
  const sealed = states.seal(binding, 'state')
  wait(3_600_000)
  t.equal(states.open(binding, sealed), 'state')
  wait(1)
  t.throws(() => states.open(binding, sealed), { code: -32602, message: /too old/ })
})
