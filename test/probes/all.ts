// The probes, against one product on one engine: what a stranger may try from outside, and what must come
// back. The last ones stop its database and kill it. Where every probe is held stands in register.ts.
import { accountProbes } from './accounts.ts'
import { authenticationProbes } from './authentication.ts'
import { authorizationProbes } from './authorization.ts'
import { idProbes } from './ids.ts'
import { bodyProbes, jsonProbes } from './json.ts'
import { lastProbes } from './last.ts'
import { operationProbes } from './operations.ts'
import { type Probed, startProbed } from './probed.ts'
import { tenancyProbes } from './tenancy.ts'
import { rpcProbes, toolProbes } from './tools.ts'

/** On the engine that the service has unless it is told otherwise. */
export async function runProbes(): Promise<void> {
  const probed = await startProbed('uws')
  tenancyProbes(probed)
  jsonProbes(probed)
  accountProbes(probed)
  authorizationProbes(probed)
  idProbes(probed)
  toolProbes(probed)
  engineProbes(probed)
  lastProbes(probed)
}

/**
 * What an engine has a part in: heads, paths, how a body comes, streams, what answers say of themselves. All
 * the others ask the routes, which are the same behind every engine: test/contracts holds engines to that.
 */
export function engineProbes(probed: Probed): void {
  bodyProbes(probed)
  authenticationProbes(probed)
  operationProbes(probed)
  rpcProbes(probed)
}
