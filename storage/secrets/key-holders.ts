// Who runs on a database and could not read what `npm run rotate-keys` is about to seal. A node that lacks
// the new key, or would go on sealing with an old one, keeps the rotation from beginning; so does a server
// that is alone. Servers say at their start which keys they have (storage/placement/,
// storage/secrets/open-vault.ts).
import { isRunning } from '../placement/fence.ts'
import { memberLock } from '../placement/statements.ts'
import { ownerLock } from '../postgres/ownership.ts'
import type { Queries } from '../postgres/statement.ts'
import { sealingKey } from './sealing-key.ts'

interface Holder {
  /** Null: the server that is alone. */
  readonly address: string | null
  readonly keys: readonly string[] | null
}

/** @returns lines that each name a server and what it lacks; none: the rotation may begin */
export async function notReadyFor(queries: Queries, keyId: string): Promise<string[]> {
  const holders = await queries.query<Holder>(running, [memberLock, ownerLock])
  const nodes = holders.filter(({ address }) => address !== null)
  return holders.flatMap(({ address, keys }) => {
    if (address === null) {
      // It reads a file again when that has changed.
      return keys === null || keys.includes(keyId) ? [] : [`the server lacks the key ${keyId}`]
    }
    if (keys === null) return [`node ${address} does not say which keys it has: update it`]
    if (!keys.includes(keyId)) return [`node ${address} lacks the key ${keyId}`]
    const sealing = nodes.every(node => node.keys?.includes(keyId)) ? sealingKey(keys, nodes) : keyId
    return sealing === keyId
      ? []
      : [`node ${address} seals with the key ${sealing}: give ${keyId} as its MASTER_KEY`]
  })
}

/** $1 memberLock, $2 ownerLock. */
const running = {
  name: 'key-holders.running',
  text: `select address, keys from cluster_members m where ${isRunning('$1')}
    union all select null, server_keys from vault_check where id = 'master-key' and exists (
      select from pg_locks where locktype = 'advisory' and objid = $2::oid and granted and mode = 'ExclusiveLock'
        and database = (select oid from pg_database where datname = current_database()))
    order by 1`,
}
