// Accounts: nobody learns who has one, and nobody becomes more than they are.
import { test } from 'tap'
import { password } from '../support/product.ts'
import { newOwner } from './people.ts'
import type { Probed } from './probed.ts'

export function accountProbes({ engine, product, owner }: Probed): void {
  test(`${engine}: a reset token that is none is 400, and changes nothing (P58)`, async t => {
    const guest = product.client()
    for (const token of [null, '', ['t'], {}, 7, 'x', 'x'.repeat(5_000), undefined]) {
      const answer = await guest.post('/api/v1/auth/reset-password', { token, password: 'another horse' })
      t.equal(answer.status, 400, JSON.stringify(token)?.slice(0, 20))
      t.strictSame(Object.keys(answer.body), ['error'])
    }
    t.equal((await guest.post('/api/v1/auth/login', { email: owner.email, password })).status, 200)
  })

  test(`${engine}: a login tells nothing about who has an account (P55, P65)`, async t => {
    const { email } = owner
    const guest = product.client()
    const logIn = async (address: string) => {
      const { status, body } = await guest.post('/api/v1/auth/login', {
        email: address,
        password: 'wrong horse',
      })
      return { status, body }
    }
    t.strictSame(await logIn(`x${email}`), await logIn(email))
    t.equal((await logIn(email)).status, 401)
    for (const form of [email.toUpperCase(), ` ${email} `]) {
      t.ok(
        [400, 409].includes((await guest.post('/api/v1/auth/signup', { email: form, password })).status),
        form,
      )
    }
  })

  test(`${engine}: a password is refused or counts in full (P61)`, async t => {
    const guest = product.client()
    const huge = await guest.post('/api/v1/auth/login', {
      email: owner.email,
      password: 'x'.repeat(1_000_000),
    })
    t.ok([400, 401].includes(huge.status), `${huge.status}`)
    const email = `x${owner.email}`
    const long = 'p'.repeat(72)
    t.equal((await guest.post('/api/v1/auth/signup', { email, password: `${long}🔑one` })).status, 201)
    t.equal((await guest.post('/api/v1/auth/login', { email, password: `${long}🔑two` })).status, 401)
    t.equal((await guest.post('/api/v1/auth/login', { email, password: `${long}🔑one` })).status, 200)
  })

  test(`${engine}: nobody makes themselves more, or somebody else, by fields of a body (P60, P64)`, async t => {
    const victim = await newOwner(product)
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
    } else {
      t.equal(status, 400)
    }
    t.match((await victim.client.get('/api/v1/auth/me')).body, { email: victim.email, role: 'owner' })
  })
}
