// The checks behind readiness: the database, the schema, the hosts, and the service itself, which may be
// stopping or be behind the fence of a restored copy. In a cluster also whether this node is a member of it.
import { Failure } from '../../domain/failure.ts'
import type { Engine } from '../../runtime/engine.ts'
import { wrongClock } from '../../runtime/placement/clock-watch.ts'
import type { Placement } from '../../runtime/placement/placement.ts'
import type { Fence } from '../../storage/backup/fence.ts'
import type { Database } from '../../storage/postgres/database.ts'
import { missingMigrations } from '../../storage/postgres/migrate.ts'
import { fenced } from '../pipeline/fenced.ts'
import type { Check } from './readiness.ts'

export interface CheckedParts {
  readonly database: Database
  readonly engine: Pick<Engine, 'isReady'>
  readonly isStopping?: (() => boolean) | undefined
  readonly fence?: Pick<Fence, 'isUp'> | undefined
  /** Why commits could not be written lately. Default: they were. */
  readonly figures?: { readonly cannotWrite: string | null }
  readonly cluster?: {
    readonly placement: Pick<Placement, 'isAlive' | 'isClockRight' | 'clockSkewMs'>
  } | null
}

/** The checks by their names in the answer of `/readyz`. */
export function readinessChecks({
  database,
  engine,
  isStopping = () => false,
  fence,
  figures,
  cluster = null,
}: CheckedParts): Readonly<Record<string, Check>> {
  const unless = (isWell: boolean, otherwise: string) => {
    if (!isWell) throw new Failure('unavailable', otherwise)
  }
  return {
    database: async () => {
      const why = (await database.whyUnwritable()) ?? figures?.cannotWrite ?? null
      unless(why === null, `cannot write: ${why}`)
    },
    migrations: async () => {
      const missing = await missingMigrations(database)
      unless(missing.length === 0, `missing: ${missing.join(', ')}`)
    },
    ...(cluster && {
      cluster() {
        const { isAlive, isClockRight, clockSkewMs } = cluster.placement
        unless(isAlive, 'this node is no member at the moment; it joins anew')
        unless(isClockRight, wrongClock(clockSkewMs))
      },
    }),
    hosts: () => unless(engine.isReady, 'an actor host is not running'),
    service() {
      unless(!isStopping(), 'stopping')
      unless(fence?.isUp !== true, fenced)
    },
  }
}
