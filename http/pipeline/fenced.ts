// The routes that a restored copy serves before it is activated (docs/decisions/029): everything that only
// reads, and what a person needs to sign in.
import { Failure } from '../../domain/failure.ts'
import type { Route } from './route.ts'

export const fenced =
  'this is a restored copy, which is read-only: when the original is stopped, run "npm run restore -- --activate"'

const served = new Set(['/api/v1/auth/login', '/api/v1/auth/refresh', '/api/v1/auth/logout'])

/** @throws {Failure} unavailable: the route is not served behind the fence */
export function withholdBehindFence({ method, path }: Route): void {
  const isServed = (method === 'GET' && path !== '/rpc') || served.has(path)
  if (!isServed) throw new Failure('unavailable', fenced)
}
