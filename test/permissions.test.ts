// Who may do what: the one table of domain/people/permissions.ts against the roles of the contract and the
// routes.
import { test } from 'tap'
import {
  allows,
  type Caller,
  type Permission,
  permissions,
  roles,
  scopesOf,
} from '../domain/people/permissions.ts'
import { apiRoutes } from '../http/api.ts'

const routes = apiRoutes({ url: 'http://localhost', version: '0' })
const all = Object.keys(permissions) as Permission[]
const caller = (role: Caller['role'], key: Caller['key'] = null): Caller => ({
  ...{ organizationId: 'org_1', userId: 'user_1', role, key },
  sessionId: key === null ? 'sess_1' : null,
})

/**
 * Contract 2, in its words: what each role holds beyond the one before. A permission that it does not name
 * fails.
 */
const added: Record<Caller['role'], RegExp> = {
  viewer:
    /^((account|workflow|execution|approval|tool|tool-server|marketplace|credential|model|team|organization|notification|chat|usage|billing):read|(account|notification):write)$/,
  member:
    /^(workflow:(write|confirm)|execution:(start|cancel|bulk)|approval:decide|tool:call|chat:(write|send)|notification:send)$/,
  admin:
    /^((tool-server|credential|model|api-key|webhook|team|member|organization|event|billing):write|marketplace:install|(api-key|audit|webhook|event):read)$/,
  owner: /^organization:delete$/,
}

test('each role holds what the contract gives it, and everything of the roles below', async t => {
  for (const permission of all) {
    const least = roles.find(role => added[role].test(permission))
    t.ok(least, `${permission} is named by the contract`)
    for (const role of roles) {
      const holds = roles.indexOf(role) >= roles.indexOf(least!)
      t.equal(allows(caller(role), permission), holds, `${role} ${permission}`)
    }
  }
})

test('a key holds what its creator holds now, as far as its scopes cover it', async t => {
  for (const role of roles) {
    for (const permission of all) {
      const key = { id: 'key_1', scopes: [permissions[permission].scope] }
      t.equal(
        allows(caller(role, key), permission),
        allows(caller(role), permission),
        `${role} ${permission}`,
      )
      t.notOk(allows(caller(role, { ...key, scopes: [] }), permission))
    }
    t.ok(scopesOf(role).length > 0)
  }
})

test('a key that may only chat holds nothing but chat', async t => {
  const held = all.filter(permission =>
    allows(caller('owner', { id: 'key_1', scopes: ['chat'] }), permission),
  )
  t.strictSame(
    held.filter(permission => !permission.startsWith('chat:')),
    [],
  )
})

test('every route names a permission or is public; /rpc asks for one with each call', async t => {
  const open = routes.filter(({ options }) => options.permission === undefined && !options.public)
  t.strictSame([...new Set(open.map(({ path }) => path))], ['/rpc'])
})

/** Their stores write the entry in the transaction of the act, or it is written in the middle of the act. */
const writtenByStores = /^\/api\/v1\/(apikeys|teams|organization|webhooks|memory|models\/connect)(\/|$)/
/** Looks again, or sends what was there: changes no right, no secret and no address. */
const harmless = /\/(refresh|test|recover|replay)$/

test('every act that only admins and owners may do is told to the audit log', async t => {
  const acts = routes.filter(({ method, path, options }) => {
    const least = options.permission && permissions[options.permission].role
    return method !== 'GET' && (least === 'admin' || least === 'owner') && !harmless.test(path)
  })
  t.ok(acts.length > 15)
  const silent = acts.filter(({ path, options }) => !options.audit && !writtenByStores.test(path))
  t.strictSame(
    silent.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})
