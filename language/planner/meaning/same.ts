// Two plans that do the same: what a step only names stands for itself.
import type { Step } from '../../../domain/plan/plan.ts'

/** The steps with what was computed in place of its name: equal texts are plans that do the same. */
export function keyOfSteps(steps: readonly Step[]): string {
  const named = new Map<string, string>()
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap(each => (isName(each, named, plain) ? [] : [plain(each)]))
    if (typeof value !== 'object' || value === null) return value
    const { $: cel } = value as { $?: unknown }
    if (typeof cel === 'string') return { $: whole(cel, named) }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) =>
        key === 'message' && isQuestion(value, each)
          ? []
          : [[key, typeof each === 'string' && celKeys.has(key) ? whole(each, named) : plain(each)]],
      ),
    )
  }
  return JSON.stringify(plain(steps))
}

/** What an approval asks in the words of the prompt: the same approval, whichever of them are taken. */
function isQuestion(step: object, message: unknown): boolean {
  const text = typeof message === 'string' ? message : String((message as { $t?: string } | null)?.$t)
  return 'kind' in step && step.kind === 'approval' && text.startsWith('Approve: ')
}

/** Keys of steps whose text is CEL. */
const celKeys = new Set(['when', 'over', '$t'])

/** A step that only computes: remembered, and left out. */
function isName(step: unknown, named: Map<string, string>, plain: (value: unknown) => unknown): boolean {
  const { kind, id, value } = (step ?? {}) as { kind?: string; id?: string; value?: { $?: unknown } }
  if (kind !== 'set' || typeof id !== 'string' || typeof value?.$ !== 'string') return false
  named.set(id, (plain(value) as { $: string }).$)
  return true
}

function whole(cel: string, named: ReadonlyMap<string, string>): string {
  return cel.replace(/(?<![\w."])steps\.(\w+)(?!\w)/g, (name, id: string) => {
    const known = named.get(id)
    if (known === undefined) return name
    return /^[\w.]+$|^\w+\([^()]*\)$/.test(known) ? known : `(${known})`
  })
}
