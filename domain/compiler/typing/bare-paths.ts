// Texts of a step that are nothing but the path of a value: `order.total` in a loop whose items have a
// total. One that names no known field may be a text all the same: "invoice.pdf", "inputs.txt". For who mends
// a plan; called by check-types.ts.
import { isObject, type JsonObject } from '../../json.ts'
import type { Argument } from '../../plan/plan.ts'
import { itemOf, type MaybeKnown, namedFields } from '../../schema/known.ts'

const barePath = /^([A-Za-z_]\w*)((?:\[\d+\])*)\.(\w+)(?:\.\w+|\[\d+\])*$/

/** @param known of what the step may read: by `inputs.<name>`, or the name of a variable */
export function barePathsIn(value: Argument, known: ReadonlyMap<string, MaybeKnown>): readonly string[] {
  if (typeof value === 'string') return namesField(value.trim(), known) ? [value] : []
  if (Array.isArray(value)) return (value as readonly Argument[]).flatMap(each => barePathsIn(each, known))
  if (!isObject(value)) return []
  const entries = Object.entries(value as JsonObject)
  if (entries.length === 1 && entries[0]![0].startsWith('$')) return []
  return entries.flatMap(([, each]) => barePathsIn(each as Argument, known))
}

function namesField(text: string, known: ReadonlyMap<string, MaybeKnown>): boolean {
  const [, root = '', places = '', field = ''] = barePath.exec(text) ?? []
  if (root === 'inputs') return places === '' && known.has(`inputs.${field}`)
  let value = known.get(root) ?? null
  for (const _ of places.matchAll(/\[/g)) value = itemOf(value)
  return value !== null && namedFields(value).includes(field)
}
