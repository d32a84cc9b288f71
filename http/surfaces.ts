// What /rpc shows to a caller: the product, or the fixtures where the caller is the conformance suite.
import type { Surface } from '../rpc/surface/surface.ts'
import type { Route } from './route.ts'
import type { Visit } from './service-tools.ts'
import { productSurfaces } from './surface/product-surface.ts'

/** @param routes those whose `tool` becomes a tool here */
export function createSurfaces(routes: readonly Route[]): (visit: Visit) => Surface {
  const productOf = productSurfaces(routes)
  return visit => visit.services.fixtures?.of(visit.caller.organizationId) ?? productOf(visit)
}
