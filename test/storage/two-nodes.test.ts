// Every store that keeps rows in memory, in two processes over one database: what one of them changes, the
// other answers. Between them goes JSON (storage/cached-facts.ts), as it would between nodes.
import { test } from 'tap'
import type { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Changed } from '../../storage/cached-facts.ts'
import { openStores, type Stores } from '../../storage/stores.ts'
import type { StoredTrigger } from '../../storage/workflows/triggers.ts'
import { turns } from '../support/actors/host.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../support/database.ts'
import { testVault } from '../support/vault.ts'

const database = await openTestDatabase()
const vault = testVault()
const told: Changed[] = []
const far: Stores = openStores(database, vault, changed =>
  here.facts.receive(JSON.parse(JSON.stringify(changed))),
)
const here: Stores = openStores(database, vault, changed => {
  told.push(changed)
  far.facts.receive(JSON.parse(JSON.stringify(changed)))
})

interface Someone {
  readonly organizationId: string
  readonly userId: string
}

interface Case {
  /** Makes it here. @returns its id, or what else it is found by */
  readonly make: (someone: Someone) => Promise<string>
  /** What a process answers of it, from memory the second time. */
  readonly read: (stores: Stores, someone: Someone, id: string) => unknown
  readonly change: (someone: Someone, id: string) => Promise<unknown>
}

const inAnHour = () => Date.now() + 3_600_000
const actorOf = ({ organizationId, userId }: Someone) => ({
  caller: { organizationId, userId, role: 'owner', key: null, sessionId: null } as const,
  address: null,
})
const sessionOf = (someone: Someone) =>
  here.sessions.create({ ...someone, refreshHash: newId('session'), expiresAt: inAnHour() })
const sessionIn = (stores: Stores, _: Someone, id: string) => stores.sessions.findActive(id)
const keyOf = async ({ organizationId, userId }: Someone, allowedOrigins: string[] | null = null) => {
  const hash = newId('apiKey')
  const key = { name: 'Key', prefix: 'x', hash, scopes: ['read'] as const, expiresAt: null, allowedOrigins }
  await here.apiKeys.create(organizationId, userId, key)
  return hash
}
const keyIn = (stores: Stores, _: Someone, hash: string) => stores.apiKeys.findByHash(hash)
/** @returns the hash of an access token */
const connectionOf = async (someone: Someone) => {
  const sessionId = await sessionOf(someone)
  const { caller, address } = actorOf(someone)
  const said = { clientId: 'cli_1', clientName: 'App', clientHost: 'app.example.com', audience: 'x' }
  const scopes = ['read'] as const
  const token = (kind: 'code' | 'access') => ({
    ...{ hash: newId('connection'), kind, scopes, expiresAt: inAnHour() },
  })
  const actor = { caller: { ...caller, sessionId }, address }
  const id = await here.connections.create(
    actor,
    { ...someone, ...said, scopes, replaces: false },
    token('code'),
  )
  const access = token('access')
  await here.connections.issue(id, [access])
  return access.hash
}
const connectionIn = (stores: Stores, _: Someone, hash: string) => stores.connections.findByAccess(hash)
const idOfKey = async ({ organizationId }: Someone) =>
  (await here.apiKeys.list(organizationId, { limit: 1 })).items[0]!.id
const idOfNewKey = async (someone: Someone) => {
  await keyOf(someone)
  return idOfKey(someone)
}
const demote = async ({ organizationId, userId }: Someone) => {
  const text = `update memberships set role = 'viewer' where organization_id = $1 and user_id = $2`
  await database.query({ name: '', text }, [organizationId, userId])
  here.facts.announce({ type: 'member', organizationId, userId })
}
const grantOf = ({ userId }: Someone) => ({
  ...{ id: newId('grant'), owner: userId, tool: 'send_email', createdBy: userId },
})
const grantedIn = (stores: Stores, { organizationId, userId }: Someone) =>
  stores.chatGrants.toolsOf(organizationId, userId)
const contentOf = ({ userId }: Someone, text: string) => ({
  ...{ name: 'Report', prompt: `return "${text}"`, createdBy: userId, compilation: compilationOf(text) },
})
const workflowOf = async (someone: Someone) =>
  (await here.workflows.create(someone.organizationId, contentOf(someone, 'one'))).id

/** A hook is found by the id of its organization, in place of the hash of a token. */
const triggerOf = ({ organizationId, userId }: Someone, workflowId: string, kind: 'hook' | 'completion') => ({
  ...{
    id: newId('trigger'),
    organizationId,
    workflowId,
    kind,
    enabled: true,
    createdBy: userId,
    secret: null,
  },
  settings: { inputs: null, verification: null, deduplication: null, on: null },
  sourceId: kind === 'hook' ? null : workflowId,
  tokenHash: kind === 'hook' ? organizationId : null,
})
const hookOf = (someone: Someone, workflowId: string) =>
  here.triggers.create(triggerOf(someone, workflowId, 'hook'))

const cases: { readonly [name: string]: Case } = {
  'a session that ends': { make: sessionOf, read: sessionIn, change: (_, id) => here.sessions.end(id) },
  'sessions of a person': {
    make: sessionOf,
    read: sessionIn,
    async change({ userId }) {
      const text = 'update sessions set ended_at = 1 where user_id = $1'
      await database.query({ name: '', text }, [userId])
      here.sessions.forgetAllOf(userId)
    },
  },
  'sessions of an organization that ends': {
    make: sessionOf,
    read: sessionIn,
    change: someone => here.organizations.end(actorOf(someone)),
  },
  'a key that is revoked': {
    make: keyOf,
    read: keyIn,
    change: async someone => here.apiKeys.revoke(someone.organizationId, await idOfKey(someone)),
  },
  'a key that is another one': {
    make: keyOf,
    read: keyIn,
    change: async someone =>
      here.apiKeys.rotate(someone.organizationId, await idOfKey(someone), {
        ...{ prefix: 'y', hash: newId('apiKey'), graceUntil: null },
      }),
  },
  'keys of an organization that ends': {
    make: keyOf,
    read: keyIn,
    change: someone => here.organizations.end(actorOf(someone)),
  },
  'a connection that is revoked': {
    make: connectionOf,
    read: connectionIn,
    async change(someone, hash) {
      const { connectionId } = (await here.connections.ofToken(hash))!
      await here.connections.revoke(actorOf(someone), connectionId)
    },
  },
  'connections of a person with a new password': {
    make: connectionOf,
    read: connectionIn,
    async change({ userId }) {
      await database.query({ name: '', text: 'delete from connections where user_id = $1' }, [userId])
      here.sessions.forgetAllOf(userId)
    },
  },
  'connections of an organization that ends': {
    make: connectionOf,
    read: connectionIn,
    change: someone => here.organizations.end(actorOf(someone)),
  },
  'the role of a connection': { make: connectionOf, read: connectionIn, change: demote },
  'a role': { make: sessionOf, read: sessionIn, change: demote },
  'the role of a key': { make: keyOf, read: keyIn, change: demote },
  'the role of a member': {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId, userId }) => stores.roles.ofMember(organizationId, userId),
    change: demote,
  },
  'the role of a member of an organization that ends': {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId, userId }) =>
      stores.roles.ofMember(organizationId, userId).catch((error: Failure) => error.code),
    change: someone => here.organizations.end(actorOf(someone)),
  },
  'the role by a key': {
    make: idOfNewKey,
    read: (stores, { organizationId }, id) => stores.roles.ofKey(organizationId, id),
    change: demote,
  },
  'the role by a key that is revoked': {
    make: idOfNewKey,
    read: (stores, { organizationId }, id) =>
      stores.roles.ofKey(organizationId, id).catch((error: Failure) => error.code),
    change: ({ organizationId }, id) => here.apiKeys.revoke(organizationId, id),
  },
  'settings of models': {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId }) => stores.modelSettings.get(organizationId),
    change: ({ organizationId }) => here.modelSettings.change(organizationId, { cuPerMonth: 7 }),
  },
  'a grant of a chat': {
    make: async ({ organizationId }) => organizationId,
    read: grantedIn,
    change: someone => here.chatGrants.keep(someone.organizationId, grantOf(someone)),
  },
  'a grant of a chat that is revoked': {
    async make(someone) {
      const grant = grantOf(someone)
      await here.chatGrants.keep(someone.organizationId, grant)
      return grant.id
    },
    read: grantedIn,
    change: (someone, id) =>
      here.chatGrants.revoke({ ...someone, owner: someone.userId }, id, actorOf(someone)),
  },
  'terms of an organization': {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId }) => stores.organizations.terms(organizationId),
    change: ({ organizationId }) => here.organizations.setConcurrency(organizationId, 7),
  },
  'a workflow': {
    make: workflowOf,
    read: (stores, { organizationId }, id) => stores.workflows.get(organizationId, id),
    change: ({ organizationId }, id) => here.workflows.update(organizationId, id, { name: 'Renamed' }),
  },
  'workflows that are tools': {
    make: workflowOf,
    read: (stores, { organizationId }) => stores.workflows.tools(organizationId),
    change: ({ organizationId }, id) => here.workflows.update(organizationId, id, { tool: true }),
  },
  'tool servers': {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId }) => stores.toolServers.list(organizationId),
    change: ({ organizationId }) =>
      here.toolServers.create(organizationId, { name: 'Shop', url: 'http://127.0.0.1:9/', enabled: true }),
  },
  credentials: {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId }) => stores.credentials.reader.all(organizationId),
    change: ({ organizationId, userId }) =>
      here.credentials.create(organizationId, userId, {
        ...{ name: 'shop', kind: 'bearer', secret: { token: 'secret' }, allowedHosts: ['shop.example'] },
      }),
  },
  'marketplace sources': {
    make: async ({ organizationId }) => organizationId,
    read: (stores, { organizationId }) => stores.marketplaceSources.list(organizationId),
    change: ({ organizationId }) =>
      here.marketplaceSources.create(organizationId, {
        ...{ id: newId('marketplaceSource'), name: 'X', url: 'http://127.0.0.1:9/', search: null },
      }),
  },
  'a hook': {
    async make(someone) {
      await hookOf(someone, await workflowOf(someone))
      return someone.organizationId
    },
    read: (stores, _, hash) => stores.triggers.byToken(hash, Date.now()),
    async change({ organizationId }) {
      const [workflow] = (await here.workflows.list(organizationId, { limit: 1 })).items
      const [{ id, inputs, verification, deduplication, on }] = (await here.triggers.list(
        organizationId,
        workflow!.id,
      )) as [StoredTrigger]
      const settings = { inputs, verification, deduplication, on }
      const place = { organizationId, workflowId: workflow!.id, id }
      await here.triggers.update(place, { enabled: false, settings })
    },
  },
  'who has completion triggers': {
    make: workflowOf,
    read: async (stores, { organizationId }) => (await stores.eventSubscribers.current()).has(organizationId),
    change: (someone, id) => here.triggers.create(triggerOf(someone, id, 'completion')),
  },
  'who has webhooks': {
    make: async ({ organizationId }) => organizationId,
    read: async (stores, { organizationId }) => (await stores.eventSubscribers.current()).has(organizationId),
    change: someone =>
      here.webhooks.create(actorOf(someone), newId('webhook'), { url: 'http://127.0.0.1:9/', events: ['*'] }),
  },
}

for (const [name, { make, read, change }] of Object.entries(cases)) {
  test(`${name}: a change is answered by every process, and told once`, async t => {
    const someone = await signUpSomeone(database)
    const id = await make(someone)
    const before = { here: await read(here, someone, id), far: await read(far, someone, id) }
    t.strictSame(before.far, before.here)
    t.equal(await read(far, someone, id), before.far, 'from memory')
    told.length = 0
    await change(someone, id)
    t.equal(told.length, 1)
    const after = await read(here, someone, id)
    t.strictNotSame(after, before.here)
    t.strictSame(await read(far, someone, id), after)
  })
}

test('origins of keys are read anew by every process', async t => {
  const someone = await signUpSomeone(database)
  await keyOf(someone, ['https://app.example'])
  t.ok(here.apiKeys.origins.has('https://app.example'), 'here at once')
  while (!far.apiKeys.origins.has('https://app.example')) await turns(1)
  await here.apiKeys.revoke(someone.organizationId, await idOfKey(someone))
  t.notOk(here.apiKeys.origins.has('https://app.example'))
  while (far.apiKeys.origins.has('https://app.example')) await turns(1)
})

test('whoever follows an organization hears of a change made elsewhere', async t => {
  const someone = await signUpSomeone(database)
  const heard: unknown[] = []
  far.changes.listen(someone.organizationId, change => heard.push(change))
  const id = await workflowOf(someone)
  const url = 'http://127.0.0.1:9/'
  await here.toolServers.create(someone.organizationId, { name: 'Shop', url, enabled: true })
  t.match(heard, [{ type: 'workflow', id, isTool: false }, { type: 'tools' }])
})

test('while nodes are cut off from each other, what one changes the other reads anew, and afterwards too', async t => {
  const someone = await signUpSomeone(database)
  const id = await sessionOf(someone)
  const alone: Stores = openStores(database, vault, () => {})
  const isLive = async () => (await alone.sessions.findActive(id)) !== null
  t.ok(await isLive())
  alone.facts.receive({ type: 'cut', isCut: true })
  await here.sessions.end(id)
  t.notOk(await isLive(), 'no notice has come')
  const other = await sessionOf(someone)
  const woken = openStores(database, vault, () => {})
  t.ok(await woken.sessions.findActive(other))
  let isCurrent = false
  woken.facts.trust(() => isCurrent)
  await here.sessions.end(other)
  t.equal(await woken.sessions.findActive(other), null, 'a process that has just been woken')
  isCurrent = true
  woken.facts.receive({ type: 'cut', isCut: false })
  t.equal(await woken.sessions.findActive(other), null)
})
