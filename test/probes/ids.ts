// What stands in a path for an identifier and is none.
import { test } from 'tap'
import { probes } from '../support/probes.ts'
import { ask, isOwned, nameOf, placesOf, routes, sampleAt } from './matrix.ts'
import type { Probed } from './probed.ts'

const oddIds = [
  '..%2f..%2fetc%2fpasswd',
  '%00',
  'x'.repeat(4_000),
  '%F0%9F%98%80',
  '%ff',
  "'--",
  '__proto__',
  '*',
]

/** Every kind has its turn on some route; ids.long.ts asks each route for all of them. */
const kindsOfRoute = 5

/** @param count identifiers of so many other kinds are asked for on each route */
export function idProbes({ engine, product, owner, samples }: Probed, count = kindsOfRoute): void {
  test(`${engine}: an id that is none is 404 or 400 on every route (P109)`, async t => {
    probes(t, 109)
    const kinds = Object.values(samples).filter(({ unknown }) => unknown !== null)
    const owned = routes.filter(route => isOwned(route, samples))
    for (const [at, route] of owned.entries()) {
      const own = sampleAt(samples, placesOf(route)[0]!)
      // Those of other kinds are of things that the owner has.
      const others = kinds.filter(sample => sample !== own).map(sample => sample.own)
      const first = (at * count) % others.length
      const some = [...others.slice(first), ...others.slice(0, first)].slice(0, count)
      for (const id of [...oddIds, ...some]) {
        const values = placesOf(route).map((_, place) => (place === 0 ? id : '1'))
        const path = route.path.replace(/:\w+/g, () => values.shift()!)
        const { status } = await ask(product, { method: route.method, path, credential: owner.token })
        t.ok([400, 404].includes(status), `P109 ${nameOf(route)} ${id.slice(0, 30)}: ${status}`)
      }
    }
  })
}
