// What the actors of a host want to be durable, as the parameters of the commit statement that does it.
import { type Projection, periodOf } from '../domain/projection.ts'
import type { Commit } from '../runtime/journal.ts'
import { int4Array, int8Array, textArray } from './array-parameter.ts'
import { Charges, meterShard } from './charges.ts'
import { eventsOf } from './commit-events.ts'
import { commitStatement, type Section, sections } from './commit-statement.ts'
import type { Statement } from './statement.ts'

type Parameter = Buffer | string | number

/**
 * @param slot number of the host, from 0
 * @param subscribed organizations that hear of events
 */
export function statementOf(
  commits: readonly Commit<Projection>[],
  slot: number,
  subscribed: ReadonlySet<string>,
): Statement & { readonly values: readonly Parameter[] } {
  const projections = commits.flatMap(({ projection }) => projection ?? [])
  const values: Record<Section, readonly Parameter[] | null> = {
    starts: starts(projections, slot),
    changes: changes(projections),
    wakes: wakes(commits),
    approvals: approvals(projections),
    snapshots: snapshots(commits),
    events: events(commits, subscribed),
  }
  const used = new Set(sections.filter(section => values[section] !== null))
  const isMetered = used.has('starts') || used.has('changes')
  return {
    ...commitStatement(used),
    values: [
      textArray(commits.map(commit => commit.address)),
      int4Array(commits.map(commit => commit.seq)),
      int8Array(commits.map(commit => commit.at)),
      textArray(commits.map(commit => commit.body)),
      ...sections.flatMap(section => values[section] ?? []),
      ...(isMetered ? [meterShard(slot)] : []),
    ],
  }
}

function starts(projections: readonly Projection[], slot: number): Parameter[] | null {
  const started = projections.flatMap(({ execution }) => (execution?.type === 'started' ? [execution] : []))
  if (started.length === 0) return null
  const rows = started.map(({ row }) => row)
  const charges = new Charges(slot)
  const ranks = started.map(({ row, charge }) =>
    charges.add(row.organizationId, periodOf(row.createdAt), charge.limit),
  )
  return [
    textArray(charges.all.map(charge => charge.organizationId)),
    int4Array(charges.all.map(charge => charge.period)),
    int4Array(charges.all.map(charge => charge.shard)),
    int8Array(charges.all.map(charge => charge.wanted)),
    int8Array(charges.all.map(charge => charge.limit)),
    int4Array(ranks.map(({ charge }) => charge)),
    int8Array(ranks.map(({ rank }) => rank)),
    textArray(rows.map(row => row.id)),
    textArray(rows.map(row => row.organizationId)),
    textArray(rows.map(row => row.workflowId)),
    textArray(rows.map(row => row.workflowName)),
    int4Array(rows.map(row => row.workflowVersion)),
    textArray(rows.map(row => row.versionId)),
    textArray(rows.map(row => row.status)),
    textArray(rows.map(row => row.trigger)),
    textArray(rows.map(row => row.inputs)),
    textArray(rows.map(row => row.output)),
    textArray(rows.map(row => row.error)),
    int4Array(rows.map(row => row.cu)),
    int8Array(rows.map(row => row.createdAt)),
    int8Array(rows.map(row => row.startedAt)),
    int8Array(rows.map(row => row.finishedAt)),
    textArray(rows.map(row => row.forkedFrom)),
  ]
}

function changes(projections: readonly Projection[]): Parameter[] | null {
  const changed = projections.flatMap(({ execution }) =>
    execution?.type === 'changed' ? [execution.change] : [],
  )
  if (changed.length === 0) return null
  return [
    textArray(changed.map(change => change.id)),
    textArray(changed.map(change => change.organizationId)),
    textArray(changed.map(change => change.status)),
    textArray(changed.map(change => change.output)),
    textArray(changed.map(change => change.error)),
    int4Array(changed.map(change => change.cu)),
    int8Array(changed.map(change => change.startedAt)),
    int8Array(changed.map(change => change.finishedAt)),
  ]
}

function wakes(commits: readonly Commit<Projection>[]): Parameter[] | null {
  const woken = commits.filter(({ wakeAt }) => wakeAt !== undefined)
  if (woken.length === 0) return null
  return [
    textArray(woken.map(({ address }) => address)),
    int8Array(woken.map(({ wakeAt }) => wakeAt ?? null)),
  ]
}

/** Rare next to the rest, and of many columns: as JSON. */
function approvals(projections: readonly Projection[]): Parameter[] | null {
  const requested = projections.flatMap(projection => projection.requested)
  const decided = projections.flatMap(projection => projection.decided)
  if (requested.length === 0 && decided.length === 0) return null
  return [JSON.stringify(requested), JSON.stringify(decided)]
}

function snapshots(commits: readonly Commit<Projection>[]): Parameter[] | null {
  const taken = commits.flatMap(({ address, at, snapshot }) => (snapshot ? { address, at, ...snapshot } : []))
  return taken.length === 0 ? null : [JSON.stringify(taken)]
}

function events(commits: readonly Commit<Projection>[], subscribed: ReadonlySet<string>): Parameter[] | null {
  const told = eventsOf(commits, subscribed)
  return told.length === 0 ? null : [JSON.stringify(told)]
}
