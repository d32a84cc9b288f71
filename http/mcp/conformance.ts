// The organization for the conformance suites of MCP and JSON-RPC: its surface is the fixtures that their
// scenarios call by name. It exists only when the server is started with CONFORMANCE_FIXTURES, which
// production refuses.
import { randomBytes } from 'node:crypto'
import { newId } from '../../domain/ids.ts'
import { scopes } from '../../domain/people/permissions.ts'
import { createFixtureSurface } from '../../rpc/conformance/fixture-surface.ts'
import type { Surface } from '../../rpc/surface/surface.ts'
import { createApiKey } from '../account/api-keys.ts'
import type { Services } from '../services.ts'

export class ConformanceFixtures {
  readonly #surface = createFixtureSurface()
  #organizationId: string | null = null

  /** The fixtures, for callers of their organization. */
  of(organizationId: string): Surface | null {
    return organizationId === this.#organizationId ? this.#surface : null
  }

  /**
   * Makes the organization, a new one at every start.
   * @returns an API key of it
   */
  async open({ accounts, apiKeys }: Pick<Services, 'accounts' | 'apiKeys'>): Promise<string> {
    const email = `${newId('user')}@conformance.invalid`
    const password = randomBytes(24).toString('base64url')
    const { user } = await accounts.signUp({
      email,
      password,
      name: 'Conformance',
      organization: 'Conformance',
    })
    const organizationId = user.organization.id
    const caller = { organizationId, userId: user.id, role: user.role, key: null, sessionId: null }
    const { key } = await createApiKey(
      apiKeys,
      { caller, address: null },
      { name: 'Conformance', scopes: [...scopes] },
    )
    this.#organizationId = organizationId
    return key
  }
}
