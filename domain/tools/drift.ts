// Compares the tools that a server offers now with the pinned ones: which are new, which changed and how,
// which are gone. Pure; actors/tool-server/behavior.ts decides what follows.
import type { Json } from '../json.ts'
import { type Change, schemaChanges } from '../schema/schema-drift.ts'
import type { ToolDefinition, ToolEffect } from './tool.ts'
import { pinOf } from './tool-pin.ts'

export const driftBounds = { changes: 100, valueLength: 2_000 } as const

/** From harmless to harmful. */
const severity: readonly ToolEffect[] = ['pure', 'read', 'write', 'destructive']

/** The changes from a pinned definition to the one now offered under its name; null: it is gone. */
export function definitionChanges(before: ToolDefinition, after: ToolDefinition | null): readonly Change[] {
  if (after === null) {
    return [{ path: before.name, kind: 'removed', before: before.description, after: null, isBreaking: true }]
  }
  const changes = [
    ...textChanges(before, after),
    ...schemaChanges(before.inputSchema, after.inputSchema, 'input', 'inputSchema'),
    ...outputChanges(before, after),
    ...effectChanges(before, after),
    ...hintChanges(before, after),
  ]
  return boundChanges(changes)
}

export function isBreaking(changes: readonly Change[]): boolean {
  return changes.some(change => change.isBreaking)
}

/**
 * Must the tool not be called until somebody has looked? Not for other texts alone: plans and checks go on
 * with the pinned definition, and people and models read the pinned texts until an admin accepts the new
 * ones.
 */
export function withholds(changes: readonly Change[]): boolean {
  return changes.some(isWithholding)
}

function isWithholding({ kind, path, isBreaking }: Change): boolean {
  return isBreaking && !(kind === 'text' && readOnly.has(path.slice(path.lastIndexOf('.') + 1)))
}

/** Texts that are read and decide nothing about a call; a default does. */
const readOnly: ReadonlySet<string> = new Set(['title', 'description', 'examples', '$comment'])

/** A list of tools compared with the pinned ones. */
export interface Comparison {
  /** Tools that were never pinned. */
  readonly added: readonly ToolDefinition[]
  /** Names of tools that are as they were pinned. */
  readonly unchanged: readonly string[]
  readonly changed: readonly ChangedTool[]
}

export interface ChangedTool {
  readonly name: string
  /** Null: the server no longer has it. */
  readonly offered: ToolDefinition | null
  readonly changes: readonly Change[]
}

export function compareLists(
  pinned: readonly { readonly definition: ToolDefinition; readonly pin: string }[],
  offered: readonly ToolDefinition[],
): Comparison {
  const known = new Set(pinned.map(({ definition }) => definition.name))
  const byName = new Map(offered.map(tool => [tool.name, tool]))
  const unchanged: string[] = []
  const changed: ChangedTool[] = []
  for (const { definition, pin } of pinned) {
    const { name } = definition
    const now = byName.get(name) ?? null
    if (now !== null && pinOf(now) === pin) unchanged.push(name)
    else changed.push({ name, offered: now, changes: definitionChanges(definition, now) })
  }
  return { added: offered.filter(({ name }) => !known.has(name)), unchanged, changed }
}

function textChanges(before: ToolDefinition, after: ToolDefinition): Change[] {
  return (['title', 'description'] as const)
    .filter(field => before[field] !== after[field])
    .map(path => ({ path, kind: 'text', before: before[path], after: after[path], isBreaking: true }))
}

/** A first output schema breaks nobody; taking one back does. */
function outputChanges(
  { outputSchema: before }: ToolDefinition,
  { outputSchema: after }: ToolDefinition,
): Change[] {
  const path = 'outputSchema'
  if (before !== null && after !== null) return schemaChanges(before, after, 'output', path)
  if (before === after) return []
  return [{ path, kind: before === null ? 'added' : 'removed', before, after, isBreaking: after === null }]
}

function effectChanges({ effect: before }: ToolDefinition, { effect: after }: ToolDefinition): Change[] {
  if (before === after) return []
  const isWorse = severity.indexOf(after) > severity.indexOf(before)
  return [{ path: 'effect', kind: 'effect', before, after, isBreaking: isWorse }]
}

/** Changes of hints that are not part of the effect: idempotent, open world. */
function hintChanges(
  { annotations: from = {} }: ToolDefinition,
  { annotations: to = {} }: ToolDefinition,
): Change[] {
  const hints = [
    { name: 'idempotentHint', good: true },
    { name: 'openWorldHint', good: false },
  ] as const
  return hints.flatMap(({ name, good }) => {
    const [before, after] = [from[name] ?? null, to[name] ?? null]
    if (before === after) return []
    const isBreaking = before === good && after !== good
    return [{ path: `annotations.${name}`, kind: 'effect', before, after, isBreaking }]
  })
}

/**
 * What withholds the tool first, then what breaks otherwise, so that a long list hides none; long values are
 * cut to the beginning of their text.
 */
function boundChanges(changes: readonly Change[]): readonly Change[] {
  const weight = (change: Change) => Number(change.isBreaking) + Number(isWithholding(change))
  const ordered = [...changes].sort((a, b) => weight(b) - weight(a))
  return ordered
    .slice(0, driftBounds.changes)
    .map(change => ({ ...change, before: shorten(change.before), after: shorten(change.after) }))
}

function shorten(value: Json): Json {
  const text = JSON.stringify(value)
  return text.length <= driftBounds.valueLength
    ? value
    : `${text.slice(0, driftBounds.valueLength - 1).toWellFormed()}…`
}
