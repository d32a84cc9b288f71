import { test } from 'tap'
import { newId } from '../../../../domain/ids.ts'
import type { LoginResult } from '../../../../domain/people/user.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { type Answer, appUrl, password, startAccountServer } from '../../../support/people/accounts.ts'
import { probes } from '../../../support/probes.ts'

const database = await openTestDatabase()
const server = await startAccountServer(database)
const { call } = server

const everybody = (login: LoginResult) => login.user.organization.id.replace('org_', 'team_')
const members = (login: LoginResult, team = everybody(login)) => `/api/v1/teams/${team}/members`
const newAddress = () => `${newId('user')}@example.com`

test('an organization has a team of everybody, which is listed last and cannot be deleted', async t => {
  const owner = await server.signUp()
  const made = await call('POST /api/v1/teams', owner.token, { name: 'Sales' })
  t.equal(made.status, 201)
  t.match(made.body, { id: /^team_/, name: 'Sales', memberCount: 0, createdAt: Number })
  const { id, name } = owner.user.organization
  t.match((await call('GET /api/v1/teams', owner.token)).body, [
    made.body,
    { id: id.replace('org_', 'team_'), name, memberCount: 1 },
  ])
  const page = await call('GET /api/v1/teams?limit=1', owner.token)
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]
  t.match((await call(`GET ${next}`, owner.token)).body, [{ id: everybody(owner) }])
  t.equal((await call(`DELETE /api/v1/teams/${everybody(owner)}`, owner.token)).status, 409)
  t.equal((await call('POST /api/v1/teams', owner.token, { name: 'sales' })).status, 409, 'the name is taken')
  t.equal((await call(`DELETE /api/v1/teams/${made.body.id}`, owner.token)).status, 200)
  t.equal((await call(`DELETE /api/v1/teams/${made.body.id}`, owner.token)).status, 404)
})

test('somebody new joins by the link of the mail, once, with a password of their own', async t => {
  const owner = await server.signUp()
  const email = newAddress()
  const invited = await call(`POST ${members(owner)}`, owner.token, { email, role: 'admin' })
  t.equal(invited.status, 201)
  t.match(invited.body, {
    userId: /^inv_/,
    email,
    name: null,
    role: 'admin',
    status: 'invited',
    joinedAt: null,
  })
  const { link: _, ...shown } = invited.body
  t.match((await call(`GET ${members(owner)}`, owner.token)).body, [
    shown,
    { userId: owner.user.id, status: 'active', role: 'owner', joinedAt: Number },
  ])
  const accept = `POST /api/v1/invitations/${await tokenFor(email)}/accept`
  for (const body of [undefined, {}, { password: 'short' }])
    t.equal((await call(accept, null, body)).status, 400)
  const joined = await call(accept, null, { name: 'Ada', password })
  t.equal(joined.status, 200)
  t.match(joined.body, {
    token: String,
    refreshToken: String,
    user: { email, name: 'Ada', role: 'admin', organization: { id: owner.user.organization.id } },
  })
  t.equal((await call('GET /api/v1/auth/me', joined.body.token)).status, 200)
  t.equal((await call('POST /api/v1/auth/login', null, { email, password })).status, 200)
  t.equal((await call(accept, null, { password })).status, 400, 'the link works once')
  const listed = (await call(`GET ${members(owner)}`, owner.token)).body
  t.strictSame(
    listed.map(({ email, status }: { email: string; status: string }) => [email, status]),
    [
      [email, 'active'],
      [owner.user.email, 'active'],
    ],
  )
  t.equal((await call(`POST ${members(owner)}`, owner.token, { email })).status, 409, 'a member already')
})

test('of two who accept with one link at once, one joins', async t => {
  const owner = await server.signUp()
  const email = newAddress()
  await call(`POST ${members(owner)}`, owner.token, { email })
  const accept = `POST /api/v1/invitations/${await tokenFor(email)}/accept`
  const answers = await Promise.all([1, 2].map(() => call(accept, null, { password })))
  const statuses = answers.map(({ status }) => status).sort()
  t.equal(statuses[0], 200)
  t.ok(statuses[1]! >= 400 && statuses[1]! < 500, String(statuses[1]))
})

test('a link is dead after 72 hours, when it was revoked, and when it was replaced; the answers are the same', async t => {
  const owner = await server.signUp()
  const [old, revoked, replaced] = [newAddress(), newAddress(), newAddress()]
  for (const email of [old, revoked, replaced]) await call(`POST ${members(owner)}`, owner.token, { email })
  const tokens = await Promise.all([old, revoked, replaced].map(tokenFor))
  const expire = { name: 'test.expire', text: 'update invitations set expires_at = $2 where email = $1' }
  await database.query(expire, [old, Date.now() - 1])
  const listed: { email: string; userId: string }[] = (await call(`GET ${members(owner)}`, owner.token)).body
  t.notOk(
    listed.some(({ email }) => email === old),
    'one that is over is not listed',
  )
  const { userId } = listed.find(({ email }) => email === revoked)!
  t.match((await call(`DELETE ${members(owner)}/${userId}`, owner.token)).body, { id: userId, deleted: true })
  await call(`POST ${members(owner)}`, owner.token, { email: replaced, role: 'viewer' })
  for (const token of [...tokens, 'made-up', 'x'.repeat(500)]) {
    const answer = await call(`POST /api/v1/invitations/${token}/accept`, null, { password })
    t.equal(answer.status, 400)
    t.strictSame(answer.body, {
      error: 'token: the invitation is unknown, used, revoked or expired: ask for a new one',
    })
  }
  const latest = `POST /api/v1/invitations/${await tokenFor(replaced)}/accept`
  t.equal((await call(latest, null, { password })).body.user.role, 'viewer')
  t.equal(
    (await database.query({ name: 'test.hashes', text: 'select * from invitations' }, [])).some(row =>
      JSON.stringify(row).includes(tokens[0]!),
    ),
    false,
    'only the hash is stored',
  )
})

test('the link alone never opens an account that is there', async t => {
  probes(t, 75)
  const owner = await server.signUp()
  const guest = await server.signUp()
  const { email } = guest.user
  await call(`POST ${members(owner)}`, owner.token, { email })
  const accept = `POST /api/v1/invitations/${await tokenFor(email)}/accept`
  t.equal((await call(accept)).status, 401, 'P75')
  t.equal((await call(accept, null, { password: 'a password of my own' })).status, 401)
  t.equal((await call(accept, owner.token)).status, 403, 'somebody else')
  const { key } = await server.createKey(guest.token, { scopes: ['read', 'admin'] })
  t.equal((await call(accept, key)).status, 403, 'a key is no person')
  t.equal((await call(accept, 'made-up')).status, 401)
  const login = await call('POST /api/v1/auth/login', null, { email, password })
  t.equal(login.status, 200, 'the password is what it was')
  const joined = await call(accept, guest.token)
  t.match(joined.body.user, { id: guest.user.id, role: 'member', organization: owner.user.organization })
})

test('a person of several organizations goes from one to the other, and a key does not', async t => {
  const [owner, guest] = [await server.signUp(), await server.signUp()]
  await call(`POST ${members(owner)}`, owner.token, { email: guest.user.email, role: 'viewer' })
  await call(`POST /api/v1/invitations/${await tokenFor(guest.user.email)}/accept`, null, { password })
  const own = (await call('GET /api/v1/organizations', guest.token)).body
  t.match(own, [
    { id: guest.user.organization.id, role: 'owner', current: true },
    { id: owner.user.organization.id, role: 'viewer', current: false },
  ])
  const login = await call('POST /api/v1/auth/login', null, { email: guest.user.email, password })
  t.equal(
    login.body.user.organization.id,
    guest.user.organization.id,
    'the one that they belong to for longest',
  )
  const to = { organizationId: owner.user.organization.id }
  const switched = await call('POST /api/v1/auth/switch', guest.token, to)
  t.match(switched.body.user, { id: guest.user.id, role: 'viewer', organization: owner.user.organization })
  t.equal((await call('GET /api/v1/auth/me', guest.token)).status, 401, 'the session before has ended')
  t.equal((await call('GET /api/v1/auth/me', switched.body.token)).status, 200)
  const stranger = await server.signUp()
  const foreign = { organizationId: stranger.user.organization.id }
  t.equal((await call('POST /api/v1/auth/switch', switched.body.token, foreign)).status, 404)
  const { key } = await server.createKey(owner.token)
  t.equal((await call('POST /api/v1/auth/switch', key, to)).status, 403)
})

test('a member of the organization is put into a further team without a mail', async t => {
  const { owner, member } = await pair('member')
  const { body: team } = await call('POST /api/v1/teams', owner.token, { name: 'Support' })
  const path = members(owner, team.id)
  const added = await call(`POST ${path}`, owner.token, { email: member.user.email.toUpperCase() })
  t.match(added.body, { userId: member.user.id, status: 'active', role: 'member' })
  const other = await call(`POST ${path}`, owner.token, { email: member.user.email, role: 'admin' })
  t.equal(other.status, 409, 'a role is changed, not given by the way')
  const email = newAddress()
  await call(`POST ${path}`, owner.token, { email, role: 'viewer' })
  const joined = await call(`POST /api/v1/invitations/${await tokenFor(email)}/accept`, null, { password })
  t.equal(joined.body.user.role, 'viewer')
  const ids = async (of: string) =>
    (await call(`GET ${of}`, owner.token)).body.map((m: { userId: string }) => m.userId)
  t.strictSame(await ids(path), [joined.body.user.id, member.user.id])
  t.equal((await ids(members(owner))).length, 3)
  const left = await call(`DELETE ${path}/${member.user.id}`, owner.token)
  t.match(left.body, { deleted: true, broke: { apiKeys: [] } })
  t.strictSame(await ids(path), [joined.body.user.id])
  t.equal((await call('GET /api/v1/auth/me', member.token)).status, 200, 'a team is not the organization')
  t.equal((await call(`DELETE ${path}/${member.user.id}`, owner.token)).status, 404)
})

test('members are listed page by page', async t => {
  const owner = await server.signUp()
  for (let i = 0; i < 3; i++) await call(`POST ${members(owner)}`, owner.token, { email: newAddress() })
  const all = (await call(`GET ${members(owner)}`, owner.token)).body
  let next: string | undefined = `${members(owner)}?limit=1`
  const found: unknown[] = []
  while (next !== undefined) {
    const page: Answer = await call(`GET ${next}`, owner.token)
    found.push(...page.body)
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  t.strictSame(found, all)
  t.equal((await call(`GET ${members(owner)}?cursor=made-up`, owner.token)).status, 400)
})

test('a new role holds on the very next request, for sessions and keys', async t => {
  const { owner, member: admin } = await pair('admin')
  const { key } = await server.createKey(admin.token, { scopes: ['read', 'admin'] })
  for (const credential of [admin.token, key])
    t.equal((await call('GET /api/v1/audit', credential)).status, 200)
  const changed = await call(`PUT ${members(owner)}/${admin.user.id}`, owner.token, { role: 'viewer' })
  t.match(changed.body, { userId: admin.user.id, role: 'viewer', status: 'active' })
  for (const credential of [admin.token, key])
    t.equal((await call('GET /api/v1/audit', credential)).status, 403)
  t.equal((await call('GET /api/v1/auth/me', admin.token)).body.role, 'viewer')
  await call(`PUT ${members(owner)}/${admin.user.id}`, owner.token, { role: 'admin' })
  for (const credential of [admin.token, key])
    t.equal((await call('GET /api/v1/audit', credential)).status, 200)
})

test('nobody gives more than they have, changes their own role, or reaches above themselves', async t => {
  probes(t, 75)
  const { owner, member: admin } = await pair('admin')
  const path = members(owner)
  const email = newAddress()
  t.equal((await call(`POST ${path}`, admin.token, { email, role: 'owner' })).status, 403, 'P75 invites')
  const self = `PUT ${path}/${admin.user.id}`
  t.equal((await call(self, admin.token, { role: 'member' })).status, 403, 'P75 own role')
  t.equal((await call(`PUT ${path}/${owner.user.id}`, admin.token, { role: 'member' })).status, 403)
  t.equal((await call(`DELETE ${path}/${owner.user.id}`, admin.token)).status, 403)
  const { id, key } = await server.createKey(owner.token)
  const rotate = await call(`POST /api/v1/apikeys/${id}/rotate`, admin.token)
  t.equal(rotate.status, 403, 'the key of an owner acts as an owner')
  t.equal((await call('GET /api/v1/auth/me', key)).status, 200)
  await call(`PUT ${path}/${admin.user.id}`, owner.token, { role: 'member' })
  for (const request of [`POST ${path}`, `PUT ${path}/${owner.user.id}`, `DELETE ${path}/${owner.user.id}`]) {
    t.equal((await call(request, admin.token, { email, role: 'member' })).status, 403, request)
  }
})

test('the last owner stays, also when two owners demote or remove each other at once', async t => {
  probes(t, 75)
  const first = await server.signUp()
  t.equal((await call(`DELETE ${members(first)}/${first.user.id}`, first.token)).status, 409, 'P75')
  for (const change of ['PUT', 'DELETE']) {
    const { owner, member: other } = await pair('owner')
    const path = members(owner)
    const answers = await Promise.all([
      call(`${change} ${path}/${other.user.id}`, owner.token, { role: 'viewer' }),
      call(`${change} ${path}/${owner.user.id}`, other.token, { role: 'viewer' }),
    ])
    t.equal(answers.filter(({ status }) => status === 200).length, 1, change)
    const owners = {
      name: 'test.owners',
      text: 'select 1 from memberships where organization_id = $1 and role = $2',
    }
    t.equal((await database.query(owners, [owner.user.organization.id, 'owner'])).length, 1, change)
  }
})

test('a removal says before what it ends, and ends it at once', async t => {
  const { owner, member: admin } = await pair('admin')
  const path = `${members(owner)}/${admin.user.id}`
  const { key, id } = await server.createKey(admin.token)
  const email = newAddress()
  await call(`POST ${members(owner)}`, admin.token, { email })
  const token = await tokenFor(email)
  const impact = await call(`GET ${path}/impact`, owner.token)
  t.match(impact.body, { apiKeys: [{ id, name: 'CI' }], approvals: [], invitations: [{ email }] })
  const removed = await call(`DELETE ${path}`, owner.token)
  t.equal(removed.status, 200)
  t.match(removed.body, {
    id: admin.user.id,
    deleted: true,
    broke: { apiKeys: [{ id }], invitations: [{ email }] },
  })
  for (const credential of [admin.token, key])
    t.equal((await call('GET /api/v1/auth/me', credential)).status, 401)
  const { refreshToken } = admin
  t.equal((await call('POST /api/v1/auth/refresh', null, { refreshToken })).status, 401)
  t.equal((await call(`POST /api/v1/invitations/${token}/accept`, null, { password })).status, 400)
  t.equal((await call('POST /api/v1/auth/login', null, { email: admin.user.email, password })).status, 401)
  t.equal((await call(`DELETE ${path}`, owner.token)).status, 404)
  await call(`POST ${members(owner)}`, owner.token, { email: admin.user.email, role: 'viewer' })
  const back = await call(`POST /api/v1/invitations/${await tokenFor(admin.user.email)}/accept`, null, {
    password,
  })
  t.equal(back.body.user.id, admin.user.id, 'who comes back is the same person')
  t.equal((await call('GET /api/v1/auth/me', key)).status, 401, 'and their key stays revoked')
})

test('whoever may invite no more has no invitation open', async t => {
  const { owner, member: admin } = await pair('admin')
  const email = newAddress()
  await call(`POST ${members(owner)}`, admin.token, { email })
  const token = await tokenFor(email)
  await call(`PUT ${members(owner)}/${admin.user.id}`, owner.token, { role: 'member' })
  t.equal((await call(`POST /api/v1/invitations/${token}/accept`, null, { password })).status, 400)
})

test('teams and members of another organization are as if they were not there', async t => {
  const [owner, foreign] = [await server.signUp(), await server.signUp()]
  const { body: team } = await call('POST /api/v1/teams', owner.token, { name: 'Sales' })
  const unknown = 'team_01h455vb4pex5vsknk084sn02q'
  for (const id of [team.id, everybody(owner), unknown]) {
    const path = `/api/v1/teams/${id}`
    const requests = [`DELETE ${path}`, `GET ${path}/members`, `POST ${path}/members`]
    const ofOne = ['PUT', 'DELETE'].map(method => `${method} ${path}/members/${owner.user.id}`)
    for (const request of [...requests, ...ofOne, `GET ${path}/members/${owner.user.id}/impact`]) {
      const body = request.startsWith('GET') ? undefined : { email: newAddress(), role: 'member' }
      t.equal((await call(request, foreign.token, body)).status, 404, request)
    }
  }
  const strange = `${members(foreign)}/${owner.user.id}`
  t.equal((await call(`PUT ${strange}`, foreign.token, { role: 'viewer' })).status, 404)
  t.equal((await call(`DELETE ${strange}`, foreign.token)).status, 404)
})

test('an organization has at most 500 teams and 500 open invitations', async t => {
  const owner = await server.signUp()
  const { id } = owner.user.organization
  const teams = `insert into teams (organization_id, id, name, created_at)
    select $1, 'team_' || n || $1, n::text, 1 from generate_series(1, 499) n`
  await database.query({ name: '', text: teams }, [id])
  t.equal((await call('POST /api/v1/teams', owner.token, { name: 'The last' })).status, 201)
  t.equal((await call('POST /api/v1/teams', owner.token, { name: 'One more' })).status, 409)
  const open = `insert into invitations
      (id, organization_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
    select 'inv_' || n || $1, $1, n::text, n::text, 'viewer', n || $1, $2, 1, $3 from generate_series(1, 499) n`
  await database.query({ name: '', text: open }, [id, owner.user.id, Date.now() + 3_600_000])
  t.equal((await call(`POST ${members(owner)}`, owner.token, { email: newAddress() })).status, 201)
  t.equal((await call(`POST ${members(owner)}`, owner.token, { email: newAddress() })).status, 409)
})

test('an organization is renamed by an admin, and read by everybody', async t => {
  const { owner, member: viewer } = await pair('viewer')
  t.match((await call('GET /api/v1/organization', viewer.token)).body, {
    name: String,
    plan: 'free',
    memberCount: 2,
  })
  t.equal((await call('PUT /api/v1/organization', viewer.token, { name: 'Mine' })).status, 403)
  t.match((await call('PUT /api/v1/organization', owner.token, { name: 'Acme' })).body, { name: 'Acme' })
  t.equal((await call('GET /api/v1/auth/me', viewer.token)).body.organization.name, 'Acme')
})

test('whoever has the link of an invitation sees who invites whom into what', async t => {
  const owner = await server.signUp()
  await call('PUT /api/v1/auth/me', owner.token, { name: 'Grace' })
  const team = (await call('POST /api/v1/teams', owner.token, { name: 'Compilers' })).body
  const guest = await server.signUp()
  const email = `new-${guest.user.email}`
  await call(`POST ${members(owner)}`, owner.token, { email, role: 'admin' })
  await call(`POST /api/v1/teams/${team.id}/members`, owner.token, { email: guest.user.email })
  const fresh = await tokenFor(email)
  const shown = await call(`GET /api/v1/invitations/${fresh}`)
  t.equal(shown.status, 200)
  const { id, name } = owner.user.organization
  t.match(shown.body, {
    ...{ organization: { id, name }, team: null, email, role: 'admin', hasAccount: false },
    invitedBy: { email: owner.user.email, name: 'Grace' },
    expiresAt: Number,
  })
  const known = await call(`GET /api/v1/invitations/${await tokenFor(guest.user.email)}`)
  t.match(known.body, { team: 'Compilers', role: 'member', hasAccount: true })
  t.equal((await call(`POST /api/v1/invitations/${fresh}/accept`, null, { password })).status, 200)
  for (const token of [fresh, 'x', 'x'.repeat(43)]) {
    t.equal((await call(`GET /api/v1/invitations/${token}`)).status, 404)
  }
})

test('where no mail is sent, the link is in the answer to whoever invites, and nowhere else', async t => {
  const owner = await server.signUp()
  const email = newAddress()
  const { body } = await call(`POST ${members(owner)}`, owner.token, { email })
  t.equal(body.link, `${appUrl}/invite/${await tokenFor(email)}`)
  t.notMatch(await call(`GET ${members(owner)}`, owner.token), body.link)
  const accept = `POST /api/v1/invitations/${body.link.split('/').at(-1)}/accept`
  t.equal((await call(accept, null, { password })).status, 200)
  const team = (await call('POST /api/v1/teams', owner.token, { name: 'Sales' })).body
  const added = await call(`POST ${members(owner, team.id)}`, owner.token, { email })
  t.match(added, { status: 201, body: { status: 'active', link: null } })
  t.equal((await call('GET /api/v1/auth/signup')).body.mail, 'outbox')

  const transport = { send: async () => {} }
  const sending = await startAccountServer(database, { transport })
  const mailed = await sending.call(`POST ${members(owner)}`, owner.token, { email: newAddress() })
  t.match(mailed, { status: 201, body: { status: 'invited', link: null } })
  t.equal((await sending.call('GET /api/v1/auth/signup')).body.mail, 'sent')
})

test('an invited address that signs up is sent to its invitation, or names an organization', async t => {
  const owner = await server.signUp()
  const email = newAddress()
  const { body } = await call(`POST ${members(owner)}`, owner.token, { email })
  const refused = await call('POST /api/v1/auth/signup', null, { email: email.toUpperCase(), password })
  t.equal(refused.status, 409)
  t.match(refused.body.error, /^email: this address is invited .* open the link of its invitation/)
  const invitation = body.link.split('/').at(-1)
  const joined = await call('POST /api/v1/auth/signup', null, { email, password, invitation })
  t.match(joined, { status: 201, body: { user: { organization: { id: owner.user.organization.id } } } })
  const other = newAddress()
  await call(`POST ${members(owner)}`, owner.token, { email: other })
  const own = await call('POST /api/v1/auth/signup', null, { email: other, password, organization: 'Mine' })
  t.match(own, { status: 201, body: { user: { organization: { name: 'Mine' } } } })
})

test('an owner sees what would end with the organization, and nobody else', async t => {
  const { owner, member } = await pair('admin')
  const { key } = await server.createKey(owner.token)
  const impact = await call('GET /api/v1/organization/impact', owner.token)
  t.strictSame(impact.body, {
    ...{ members: 2, closedAccounts: 2, workflows: 0, executions: 0, apiKeys: 1, webhooks: 0 },
    toolServers: 0,
  })
  t.equal((await call('GET /api/v1/organization/impact', member.token)).status, 403)
  t.equal((await call('GET /api/v1/organization/impact', key)).status, 403)
})

/** An owner, and somebody who has joined with a role. */
async function pair(role: string): Promise<{ owner: LoginResult; member: LoginResult }> {
  const owner = await server.signUp()
  const email = newAddress()
  await call(`POST ${members(owner)}`, owner.token, { email, role })
  const { body } = await call(`POST /api/v1/invitations/${await tokenFor(email)}/accept`, null, { password })
  return { owner, member: body }
}

/** Of the latest link that went to the address. */
async function tokenFor(email: string): Promise<string> {
  const mail = (await server.mail.outbox({ limit: 100 })).items.find(({ to }) => to === email)!
  return /\/invite\/([\w-]+)/.exec(mail.text)![1]!
}
