// What the passes of mending share: a step that is being mended, what is known around it, and who is told.
import type { Json } from '../../json.ts'
import type { HubTool } from '../../tools/tool.ts'

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
