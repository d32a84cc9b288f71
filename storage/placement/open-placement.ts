// The placement of a node of a cluster over an open database (storage/start.ts). Composition starts it with
// the engine of the cluster and stops it before the engine.
import { type ClusterSettings, clusterIdOf } from '../../domain/settings/cluster-settings.ts'
import { systemClock } from '../../runtime/clock.ts'
import { NodePlacement, type NodePlacementOptions } from '../../runtime/placement/node-placement.ts'
import type { Database } from '../postgres/database.ts'
import { placementStore } from './placement-store.ts'

export interface OpenPlacementOptions extends Pick<NodePlacementOptions, 'refused' | 'note' | 'seen'> {
  readonly database: Pick<Database, 'url'>
  readonly cluster: ClusterSettings
  readonly version: string
  /** Ids of the master keys, the newest first. */
  readonly keys?: readonly string[]
}

/** Joins nothing yet: `start` does. */
export function openPlacement({
  database,
  cluster,
  version,
  keys,
  ...rest
}: OpenPlacementOptions): NodePlacement {
  const store = placementStore({ url: database.url, cluster: clusterIdOf(cluster.secret) })
  return new NodePlacement({
    store,
    clock: systemClock,
    node: { address: cluster.address, version, ...(keys && { keys }) },
    ...rest,
  })
}
