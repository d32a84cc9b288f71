// What has to be well for the service to be ready: its database, the schema, the hosts, and the service itself, which may be
// about to stop, or stand behind the fence of a restored copy.
import { Failure } from '../domain/failure.ts'
import type { System } from '../runtime/system.ts'
import type { Database } from '../storage/database.ts'
import type { Fence } from '../storage/fence.ts'
import { missingMigrations } from '../storage/migrate.ts'
import { fenced } from './fenced.ts'
import type { Check } from './readiness.ts'

export interface CheckedParts {
  readonly database: Database
  readonly system: Pick<System, 'isReady'>
  readonly isStopping?: (() => boolean) | undefined
  readonly fence?: Pick<Fence, 'isUp'> | undefined
}

/** By the name under which `/readyz` says what is wrong. */
export function readinessChecks({
  database,
  system,
  isStopping = () => false,
  fence,
}: CheckedParts): Readonly<Record<string, Check>> {
  const unless = (isWell: boolean, otherwise: string) => {
    if (!isWell) throw new Failure('unavailable', otherwise)
  }
  return {
    database: () => database.ping(),
    migrations: async () => {
      const missing = await missingMigrations(database)
      unless(missing.length === 0, `missing: ${missing.join(', ')}`)
    },
    hosts: () => unless(system.isReady, 'an actor host is not up'),
    service() {
      unless(!isStopping(), 'stopping')
      unless(fence?.isUp !== true, fenced)
    },
  }
}
