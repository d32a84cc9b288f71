// URIs of the resources of /rpc.
import { isId } from '../../domain/ids.ts'

/** `logs`: the log of the execution with that id. */
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

/** Null: not one of our URIs. */
export function parseResource(uri: string): ResourceName | null {
  const match = pattern.exec(uri)
  if (match === null) return null
  const [, folder, id, logs] = match as unknown as [string, string, string, string | undefined]
  if (folder === 'workflows') return isId('workflow', id) && !logs ? { kind: 'workflow', id } : null
  if (folder === 'tool-results') return isId('toolResult', id) && !logs ? { kind: 'tool-result', id } : null
  return isId('execution', id) ? { kind: logs ? 'logs' : 'execution', id } : null
}
