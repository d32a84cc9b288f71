// JSON Patch (RFC 6902). Runs confined: comparing two lists takes time proportional to the product of their
// lengths.
import { applyPatch, createPatch, type Operation } from 'rfc6902'
import type { Json } from '../../../domain/json.ts'
import { ToolFailure } from '../../builtin/tool.ts'

export type PatchTask =
  | { readonly kind: 'diff'; readonly from: Json; readonly to: Json }
  | { readonly kind: 'patch'; readonly value: Json; readonly patch: readonly Operation[] }

/** @throws {ToolFailure} `conflict`: an operation does not fit the value */
export default function work(task: PatchTask): Json {
  return task.kind === 'diff'
    ? (createPatch(task.from, task.to) as unknown as Json)
    : patched(task.value, task.patch)
}

function patched(value: Json, patch: readonly Operation[]): Json {
  // Inside an object, so that an operation can replace the whole value.
  const holder = { value }
  const within = patch.map(operation => ({
    ...operation,
    path: `/value${operation.path}`,
    ...('from' in operation ? { from: `/value${operation.from}` } : {}),
  }))
  const defects = applyPatch(holder, within as Operation[])
  const at = defects.findIndex(defect => defect !== null)
  if (at < 0) return holder.value ?? null
  const { op, path } = patch[at]!
  const why = defects[at]?.name === 'TestError' ? 'the value there is another' : 'there is no such place'
  throw new ToolFailure('conflict', `operation ${at + 1} (${op} ${path}) does not fit: ${why}`)
}
