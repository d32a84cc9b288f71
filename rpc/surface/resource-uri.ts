// The addresses of what /rpc offers as resources.
import { isId } from '../../domain/ids.ts'

/** `logs`: of the execution of that id. */
export interface ResourceName {
  readonly kind: 'workflow' | 'execution' | 'logs' | 'tool-result'
  readonly id: string
}

const pattern = /^troupe:\/\/(workflows|executions|tool-results)\/([a-z0-9_]+)(\/logs)?$/

export function resourceUri({ kind, id }: ResourceName): string {
  if (kind === 'workflow') return `troupe://workflows/${id}`
  if (kind === 'tool-result') return `troupe://tool-results/${id}`
  return `troupe://executions/${id}${kind === 'logs' ? '/logs' : ''}`
}

/** Null: no address of ours. */
export function parseResource(uri: string): ResourceName | null {
  const match = pattern.exec(uri)
  if (match === null) return null
  const [, folder, id, logs] = match as unknown as [string, string, string, string | undefined]
  if (folder === 'workflows') return isId('workflow', id) && !logs ? { kind: 'workflow', id } : null
  if (folder === 'tool-results') return isId('toolResult', id) && !logs ? { kind: 'tool-result', id } : null
  return isId('execution', id) ? { kind: logs ? 'logs' : 'execution', id } : null
}
