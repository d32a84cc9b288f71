// A section of the commit statement: the SQL and the parameters of one kind of rows. Each stands in the
// file of the rows that it writes; storage/journal/commit-statement.ts puts them together. A commit pays
// only for the sections that it uses.
import {
  isOfKind,
  type Projection,
  type ProjectionKind,
  type ProjectionOf,
} from '../../domain/work/projection.ts'
import type { Commit } from '../../runtime/journal.ts'

export type Parameter = Buffer | string | number

export interface CommitSource {
  readonly commits: readonly Commit<Projection>[]
  /** Number of the host, from 0. */
  readonly slot: number
  /** Organizations that get events. */
  readonly subscribed: ReadonlySet<string>
}

export interface Section {
  /** Unique; other sections ask by it whether this one takes part. */
  readonly name: string
  /** How many parameters it has. */
  readonly width: number
  /**
   * Its parameters; null when the commits have nothing for it. Finding that out is a cheap look at the
   * commits.
   */
  values(source: CommitSource): readonly Parameter[] | null
  /** Common table expressions with parameters from $1. They may name those of earlier sections. */
  ctes(has: Has): string
}

/** Whether a section takes part in the statement. */
export type Has = (section: string) => boolean

/**
 * SQL that excludes refused starts. A start past its limit (storage/journal/execution-rows.ts) leaves no
 * entry and no row of any kind, so every section that inserts for an address uses this.
 * @param address SQL of the address
 */
export function unlessRefused(has: Has, address: string): string {
  return has('starts')
    ? `not exists (select from started s where s.id = ${address} and not s.is_granted)`
    : 'true'
}

export function projectionsOf<K extends ProjectionKind>(
  commits: readonly Commit<Projection>[],
  kind: K,
): ProjectionOf<K>[] {
  const found: ProjectionOf<K>[] = []
  for (const { projections } of commits)
    for (const projection of projections) if (isOfKind(projection, kind)) found.push(projection)
  return found
}
