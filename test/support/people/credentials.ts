// Credentials of one organization as a thread has them, over rows in memory that are really sealed; and what
// was noted of their uses.
import type { Test } from 'tap'
import type { Secret } from '../../../domain/tools/credential.ts'
import { createCredentials } from '../../../rpc/credentials/credential-access.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { type SealedCredential, secretContext } from '../../../storage/secrets/credential-reader.ts'
import type { NotedUse } from '../../../storage/secrets/credential-uses.ts'
import { testVault } from '../vault.ts'

export const organizationId = 'org_1'

export interface Stored {
  readonly id: string
  readonly secret: Secret
  /** Default: the same as the id. */
  readonly name?: string
  /** Default: loopback. */
  readonly allowedHosts?: readonly string[]
  readonly version?: number
  /** Default: as the vault seals it. */
  readonly sealedSecret?: string
}

export function givenCredentials(t: Test, ...stored: readonly Stored[]) {
  const vault = testVault()
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const uses: NotedUse[] = []
  let rows: readonly SealedCredential[] = []
  let reads = 0

  /** From now on the organization has these. */
  function store(...credentials: readonly Stored[]): void {
    rows = credentials.map(({ id, secret, ...more }) => {
      const { kind, ...fields } = secret
      const sealedSecret = vault.seal(JSON.stringify(fields), secretContext({ organizationId, id }))
      return {
        id,
        organizationId,
        name: id,
        kind,
        allowedHosts: ['127.0.0.1'],
        sealedSecret,
        version: 1,
        ...more,
      }
    })
  }

  store(...stored)
  const of = (organization: string) => (organization === organizationId ? rows : none)
  const reader = {
    find: (organization: string, named: string) =>
      of(organization).find(({ id, name }) => id === named || name === named) ?? null,
    all(organization: string) {
      reads++
      return of(organization)
    },
  }
  const credentials = createCredentials({ reader, vault, outbound, uses: { note: use => uses.push(use) } })
  return { credentials, outbound, uses, store, reads: () => reads }
}

const none: readonly SealedCredential[] = []
