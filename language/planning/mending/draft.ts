// What the passes of mending share: a step that is being mended, what is known around it, and who is told.
import type { Json } from '../../../domain/json.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'

export interface Mended {
  /** Step id and field; null for the plan. */
  readonly path: string | null
  readonly what: string
}

/** Each change is told. */
export type Tell = (path: string | null, what: string) => void

/** A step, or another object of a plan, that a pass changes in place. */
export type Draft = { [key: string]: Json }

export interface Around {
  /** Of the step in its list. */
  readonly index: number
  /** By offered name. */
  readonly tools: ReadonlyMap<string, HubTool>
  /** By the name that a step gives its result: the id of the step. */
  readonly aliases: Map<string, string>
  readonly tell: Tell
}

/** Names that differ in case and separators only are one: `getOrders`, `Get-Orders`, `get_orders`. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The one of the names that is meant; null where none is, or several are. */
export function onlyMeant(said: string, names: readonly string[]): string | null {
  if (names.includes(said)) return said
  const sought = plain(said)
  const same = names.filter(name => plain(name) === sought)
  return sought !== '' && same.length === 1 ? same[0]! : null
}

/** For a pattern that means the text as it stands. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** The same words as one of ours. */
export function snake(said: string): string {
  const words = said
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  return words.slice(0, 50) || `step_${said.replaceAll(/\D/g, '')}`.replace(/_$/, '')
}
