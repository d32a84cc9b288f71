// Accounts: nobody learns who has one, and nobody becomes more than they are.
import { test } from 'tap'
import { probes } from '../support/probes.ts'
import { password } from '../support/product.ts'
import { newOwner } from './people.ts'
import type { Probed } from './probed.ts'

export function accountProbes({ engine, product, owner }: Probed): void {
  test(`${engine}: a reset token that is none is 400, and changes nothing (P58)`, async t => {
    probes(t, 58)
    const guest = product.client()
    for (const token of [null, '', ['t'], {}, 7, 'x', 'x'.repeat(5_000), undefined]) {
      const answer = await guest.post('/api/v1/auth/reset-password', { token, password: 'another horse' })
      t.equal(answer.status, 400, `P58 ${JSON.stringify(token)?.slice(0, 20)}`)
      t.strictSame(Object.keys(answer.body), ['error'])
    }
    t.equal((await guest.post('/api/v1/auth/login', { email: owner.email, password })).status, 200)
  })

  test(`${engine}: a login tells nothing about who has an account (P55, P65)`, async t => {
    probes(t, 55, 65)
    const { email } = owner
    const guest = product.client()
    const logIn = async (address: string) => {
      const { status, body } = await guest.post('/api/v1/auth/login', {
        email: address,
        password: 'wrong horse',
      })
      return { status, body }
    }
    t.strictSame(await logIn(`x${email}`), await logIn(email), 'P55')
    t.equal((await logIn(email)).status, 401)
    for (const form of [email.toUpperCase(), ` ${email} `]) {
      const { status } = await guest.post('/api/v1/auth/signup', { email: form, password })
      t.ok([400, 409].includes(status), `P65 ${form}: ${status}`)
    }
  })

  test(`${engine}: a password is refused or counts in full (P61)`, async t => {
    probes(t, 61)
    const guest = product.client()
    const huge = await guest.post('/api/v1/auth/login', {
      email: owner.email,
      password: 'x'.repeat(1_000_000),
    })
    t.equal(huge.status, 400, 'P61 1 MB')
    const email = `x${owner.email}`
    const long = 'p'.repeat(72)
    t.equal((await guest.post('/api/v1/auth/signup', { email, password: `${long}🔑one` })).status, 201)
    t.equal((await guest.post('/api/v1/auth/login', { email, password: `${long}🔑two` })).status, 401, 'P61')
    t.equal((await guest.post('/api/v1/auth/login', { email, password: `${long}🔑one` })).status, 200)
  })

  test(`${engine}: nobody makes themselves more, or somebody else, by fields of a body (P60, P64)`, async t => {
    probes(t, 60, 64)
    const victim = await newOwner(product)
    const before = (await victim.client.get('/api/v1/auth/me')).body
    const wishes = {
      role: 'owner',
      orgId: victim.organizationId,
      organizationId: victim.organizationId,
      userId: victim.userId,
      plan: 'scale',
      emailVerified: true,
      id: victim.userId,
      createdAt: 1,
      passwordHash: 'x',
    }
    const email = `wishes.${victim.email}`
    const { status, body } = await product
      .client()
      .post('/api/v1/auth/signup', { email, password, ...wishes })
    if (status === 201) {
      t.not(body.user.id, victim.userId)
      t.match(body.user, { email, organization: { plan: 'free' } })
      t.not(body.user.organization.id, victim.organizationId)
      t.ok(body.user.createdAt > 1)
    }
    t.ok([201, 400].includes(status), 'P64 signing up')
    const attacker = await newOwner(product)
    const changed = await attacker.client.put('/api/v1/auth/me', {
      ...wishes,
      email: victim.email,
      name: 'Eve',
    })
    t.ok([200, 400].includes(changed.status), `P64 changing the profile: ${changed.status}`)
    const own = { id: attacker.userId, email: attacker.email, organization: { id: attacker.organizationId } }
    t.match((await attacker.client.get('/api/v1/auth/me')).body, { ...own, role: 'owner' }, 'P64 as before')
    t.strictSame((await victim.client.get('/api/v1/auth/me')).body, before, 'P60 as before')
  })
}
