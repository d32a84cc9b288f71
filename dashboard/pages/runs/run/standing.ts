// Where a step of a run stands, by its path and the plan: `pay.each[2].send` stands in the item
// `pay.each[2]`, or directly in `pay` when its items have one step only. The service's outline says the same.
import type { Answer } from '../../../../http/client.ts'

export type Version = Answer<'GET /api/v1/workflows/:id/versions/:version'>
export type PlanStep = Version['plan']['steps'][number]

export interface Standing {
  readonly parent: string | null
  /** The item or branch around the step, when that is a row. */
  readonly group: { readonly id: string; readonly kind: 'item' | 'branch' } | null
  readonly place: number | null
}

/** All steps of a plan, also those inside of others. */
export function stepsById(plan: Version['plan'] | undefined): ReadonlyMap<string, PlanStep> {
  const found = new Map<string, PlanStep>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    else if (typeof value === 'object' && value !== null) {
      const block = value as Record<string, unknown>
      if (typeof block['id'] === 'string' && typeof block['kind'] === 'string')
        found.set(block['id'], value as PlanStep)
      for (const name of ['steps', 'cases', 'else', 'branches', 'onError']) visit(block[name])
    }
  }
  visit(plan?.steps)
  return found
}

export function standingOf(path: string, steps: ReadonlyMap<string, PlanStep>): Standing {
  const parts = path.split('.')
  const join = (length: number) => (length === 0 ? null : parts.slice(0, length).join('.'))
  if (parts.length === 1) return { parent: null, group: null, place: null }
  if (parts.length % 2 === 0)
    return { parent: join(parts.length - 1), group: null, place: placeOf(parts.at(-1)!) }
  const frame = parts.at(-2)!
  const parent = join(parts.length - 2)
  const place = /^(each|turn|branch|call)/.test(frame) ? placeOf(frame) : null
  if (place === null || isSingle(steps.get(parts.at(-3)!), frame, place))
    return { parent, group: null, place }
  const kind = frame.startsWith('branch') ? 'branch' : 'item'
  return { parent, group: { id: join(parts.length - 1)!, kind }, place }
}

/** Id of the step in the plan. */
export function planIdOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function isSingle(owner: PlanStep | undefined, frame: string, place: number): boolean {
  if (frame.startsWith('call') || owner === undefined) return true
  if (owner.kind === 'foreach' || owner.kind === 'repeat') return owner.steps.length === 1
  return owner.kind === 'parallel' && owner.branches[place]?.steps.length === 1
}

function placeOf(part: string): number | null {
  const place = /\[(\d+)\]$/.exec(part)?.[1]
  return place === undefined ? null : Number(place)
}
