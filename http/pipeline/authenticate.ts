// The port of the pipeline stage that finds the caller of a request; http/account/auth.ts implements it.
import type { Caller } from '../../domain/people/permissions.ts'
import type { IncomingRequest } from '../exchange.ts'

/**
 * Finds the caller. Returns the Caller itself, not a promise, when there is nothing to wait for.
 * @param authorization the Authorization header, empty when there is none
 * @throws {Failure} unauthenticated
 */
export type Authenticate = (authorization: string, request: IncomingRequest) => Caller | Promise<Caller>
