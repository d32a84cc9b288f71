// Who may reach what: every route of the service, taken from the declarations themselves, asked by nobody, by
// strangers, by somebody who has left, and by every role and scope. A route that is added is asked as well.
import { type Test, test } from 'tap'
import { permissions, roles, scopes } from '../../domain/people/permissions.ts'
import type { Route } from '../../http/pipeline/route.ts'
import { probes } from '../support/probes.ts'
import { ask, bodyOf, isOwned, nameOf, pathOf, routes, unknownPlaces } from './matrix.ts'
import { formerMember, newKey, newMember, newOwner } from './people.ts'
import type { Probed } from './probed.ts'

/** What anybody may call, by the contract; a public route that is not among these is a hole. */
const open =
  /^\/($|chat(\/:id)?$|\*path$|healthz|readyz|metrics|openapi\.(json|yaml)|server\.json|docs(\/.*)?|hooks\/:token|billing\/sandbox\/:token|chat\/widget\.js|chat-demo(\/.*)?|\.well-known\/.*|oauth\/(token|register|revoke)|api\/v1\/(auth\/.*|dev\/outbox|cluster|invitations\/:token(\/accept)?|billing\/stripe-webhook))$/

/** Whoever is signed in may, and no key may, whatever its scopes. */
const forPeople: ReadonlySet<string> = new Set(['GET /api/v1/auth/sessions', 'GET /api/v1/auth/connections'])

export function tenancyProbes(probed: Probed): void {
  const { engine, product, document, owner, samples } = probed

  test(`${engine}: every identifier in a path has a sample, or a reason to have none`, async t => {
    t.strictSame(unknownPlaces(samples), [])
  })

  test(`${engine}: without a credential every route is 401, whatever the path and the body; but what is open to all (P40)`, async t => {
    probes(t, 40)
    for (const route of routes) {
      if (route.options.public) {
        t.match(route.path, open, `${nameOf(route)} may be called by anybody`)
        continue
      }
      for (const [path, body] of [
        [pathOf(route, samples, 'own'), bodyOf(route, document)],
        [pathOf(route, samples, 'unknown'), route.method === 'GET' ? undefined : '{"'],
      ] as const) {
        const answer = await ask(product, { method: route.method, path, body, credential: null })
        t.equal(answer.status, 401, `P40 ${nameOf(route)} ${path}`)
        t.strictSame(Object.keys(JSON.parse(answer.text)), ['error'])
      }
    }
  })

  test(`${engine}: what belongs to another organization is answered like what never was, to everybody and on every route (P70)`, async t => {
    probes(t, 70)
    const stranger = await newOwner(product)
    const former = await formerMember(product, owner)
    const strangers = {
      'a key of another organization': { credential: await newKey(stranger), status: 404 },
      'the owner of another organization': { credential: stranger.token, status: 404 },
      'the token of somebody who was removed': { credential: former.token, status: 401 },
      'a key of somebody who was removed': { credential: former.key, status: 401 },
    }
    const owned = routes.filter(route => isOwned(route, samples))
    t.ok(owned.length > 30, 'they are found')
    for (const [who, { credential, status }] of Object.entries(strangers)) {
      for (const route of owned) {
        const body = bodyOf(route, document)
        const asked = { method: route.method, body, credential }
        const answer = await ask(product, { ...asked, path: pathOf(route, samples, 'own') })
        const nobodys = await ask(product, { ...asked, path: pathOf(route, samples, 'unknown') })
        t.equal(answer.status, status, `${nameOf(route)} by ${who}: ${answer.text.slice(0, 200)}`)
        t.strictSame(answer, nobodys, `P70 ${nameOf(route)} by ${who}`)
      }
    }
  })

  test(`${engine}: a role does what its permissions say and nothing else, on every route`, async t => {
    for (const role of roles) {
      const credential = role === 'owner' ? owner.token : (await newMember(product, owner, role)).token
      const holds = (route: Route) =>
        roles.indexOf(role) >= roles.indexOf(permissions[route.options.permission!].role)
      await asAllowed({ ...probed, t }, role, credential, holds)
    }
  })

  test(`${engine}: a key does what its scopes say and nothing else, on every route`, async t => {
    for (const scope of scopes) {
      const credential = await newKey(owner, [scope])
      await asAllowed(
        { ...probed, t },
        scope,
        credential,
        route => permissions[route.options.permission!].scope === scope && !forPeople.has(nameOf(route)),
      )
    }
  })

  test(`${engine}: after all that the owner still has everything, as it was`, async t => {
    for (const route of routes.filter(
      ({ method, ...rest }) => method === 'GET' && isOwned({ method, ...rest }, samples),
    )) {
      const asked = { method: 'GET', path: pathOf(route, samples, 'own'), credential: owner.token }
      const { status } = await ask(product, asked)
      // 204: a stream of what is not under way. 409: a server over HTTP keeps its log itself.
      const isElsewhere = status === 409 && route.path === '/api/v1/mcp-servers/:id/log'
      t.ok(status === 200 || status === 204 || isElsewhere, `${nameOf(route)} ${status}`)
    }
    for (const route of routes.filter(({ method, path }) => method === 'DELETE' && path.endsWith('/:id'))) {
      if (!isOwned(route, samples)) continue
      const asked = { method: 'DELETE', path: pathOf(route, samples, 'own'), credential: owner.token }
      t.not((await ask(product, asked)).status, 404, nameOf(route))
    }
  })
}

/**
 * 403 exactly where the permission is missing. Nothing is done anywhere: ids that never were, bodies that are
 * no JSON.
 */
async function asAllowed(
  { t, product, samples }: Probed & { readonly t: Test },
  who: string,
  credential: string,
  holds: (route: Route) => boolean,
): Promise<void> {
  for (const route of routes.filter(({ options }) => options.permission !== undefined)) {
    const body = route.method === 'GET' ? undefined : '{"'
    const { status } = await ask(product, {
      method: route.method,
      path: pathOf(route, samples, 'unknown'),
      body,
      credential,
    })
    t.equal(status === 403, !holds(route), `${nameOf(route)} by ${who}: ${status}`)
    t.ok(status < 500, `${nameOf(route)} by ${who}: ${status}`)
  }
}
