// The probes of one engine, against one product: what a stranger may try from outside, and what must come
// back. The last ones stop its database and kill it. Where every probe is held stands in register.ts.
import { accountProbes } from './accounts.ts'
import { authenticationProbes } from './authentication.ts'
import { authorizationProbes } from './authorization.ts'
import { jsonProbes } from './json.ts'
import { lastProbes } from './last.ts'
import { operationProbes } from './operations.ts'
import { startProbed } from './probed.ts'
import { tenancyProbes } from './tenancy.ts'
import { toolProbes } from './tools.ts'

export async function runProbes(engine: 'uws' | 'node'): Promise<void> {
  const probed = await startProbed(engine)
  tenancyProbes(probed)
  jsonProbes(probed)
  authenticationProbes(probed)
  accountProbes(probed)
  authorizationProbes(probed)
  toolProbes(probed)
  operationProbes(probed)
  lastProbes(probed)
}
