// The secrets of a webhook: the context in which the vault seals them, and the ones that sign at a given
// moment. Used by the store, the webhook's actor and the key rotation.
import type { Vault } from '../secrets/vault.ts'

export function webhookSecretContext({ organizationId, id }: { organizationId: string; id: string }): string {
  return `webhook/${organizationId}/${id}`
}

export interface SealedSecrets {
  readonly sealedSecret: string
  readonly sealedOldSecret: string | null
  readonly oldSecretUntil: number | null
}

/** The newest first. @throws {VaultError} */
export function signingSecrets(
  vault: Vault,
  webhook: { readonly organizationId: string; readonly id: string },
  { sealedSecret, sealedOldSecret, oldSecretUntil }: SealedSecrets,
  now: number,
): string[] {
  const isOldOneValid = sealedOldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil
  const sealed = isOldOneValid ? [sealedSecret, sealedOldSecret] : [sealedSecret]
  return sealed.map(text => vault.open(text, webhookSecretContext(webhook)))
}
