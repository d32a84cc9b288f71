// Removes a tool server, for the routes that uninstall it or delete its registration, and names the workflows
// that break.
import { Failure } from '../../domain/failure.ts'
import type { Actor } from '../../domain/people/audit.ts'
import type { WorkflowUse } from '../../domain/tools/marketplace/marketplace.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import type { Services } from '../services.ts'
import { reopening } from '../workflows/confirming.ts'

/**
 * Uninstalling refuses while workflows use the server, unless it is forced: the user looks at a shop, not at
 * the workflows. Deleting a registration (docs/internals/contract.md, 2: DELETE returns 200) goes through and
 * names what broke. Another server may come under its name, so what was confirmed with it has to be again.
 * @returns the active workflow versions that used it
 * @throws {Failure} conflict
 */
export async function removeServer(
  services: Services,
  server: RegisteredServer,
  { isForced, actor }: { readonly isForced: boolean; readonly actor: Actor },
): Promise<WorkflowUse[]> {
  const { installations, toolServers, toolServerActors, stdioServers } = services
  const { id, organizationId, slug, catalog } = server
  const broke = (await installations.uses(organizationId, slug)).filter(({ active }) => active)
  if (catalog && broke.length > 0 && !isForced) throw new Failure('conflict', inUse(server, broke))
  await reopening(services, actor, { server: slug, tools: null }, async () => {
    await toolServers.remove(organizationId, id)
    await toolServerActors.forget(id)
  })
  await stdioServers.remove(id)
  return broke
}

function inUse({ name }: RegisteredServer, uses: readonly WorkflowUse[]): string {
  const named = uses.map(
    ({ workflowName, version }) => `${JSON.stringify(workflowName)} (version ${version})`,
  )
  const more = named.length > 10 ? ` and ${named.length - 10} more` : ''
  const would = `${uses.length === 1 ? 'a workflow' : `${uses.length} workflows`} would break without ${name}`
  return `${would}: ${named.slice(0, 10).join(', ')}${more}; remove it all the same with ?force=true`
}
