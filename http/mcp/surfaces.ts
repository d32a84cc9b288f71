// The surface of /rpc for a caller: the product, or the fixtures for callers of the conformance suites.
import type { Surface } from '../../rpc/surface/surface.ts'
import type { Route } from '../pipeline/route.ts'
import { productSurfaces } from './product-surface.ts'
import type { ToolCallContext } from './service-tools.ts'

/** Makes the surface of a caller. */
export type SurfaceOf = (callContext: ToolCallContext) => Surface

/** @param routes each one with a `tool` becomes a tool */
export function createSurfaces(routes: readonly Route[]): SurfaceOf {
  const productOf = productSurfaces(routes)
  return callContext =>
    callContext.services.fixtures?.of(callContext.caller.organizationId) ?? productOf(callContext)
}
