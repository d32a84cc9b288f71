// Which results of tools are worth a look, for the schemas of tools that do not say what they answer. The hub
// calls it after each call, once the secrets are out of the result.
import type { Json } from '../domain/json.ts'
import type { ToolDefinition } from '../domain/tools/tool.ts'
import type { RegisteredServer } from '../domain/tools/tool-server.ts'
import type { ToolCall, ToolServerDirectory } from './hub.ts'
import { isPreview } from './large-results.ts'
import { toolOf } from './offered-tools.ts'

export interface ResultObserver {
  /** Must return at once, and never throw. */
  note(server: RegisteredServer, tool: ToolDefinition, output: Json): void
}

export type Observe = (call: ToolCall, slug: string, output: Json) => void

export function observeWith(observer: ResultObserver, directory: ToolServerDirectory): Observe {
  return ({ organizationId, tool: name }, slug, output) => {
    const server = directory.find(organizationId, slug)
    // What is not in memory any more is not worth a read.
    if (server === null || server instanceof Promise) return
    const tool = toolOf(server, name)
    if (tool !== null && isObservable(tool) && !isPreview(output)) observer.note(server, tool, output)
  }
}

function isObservable({ effect, outputSchema }: ToolDefinition): boolean {
  return outputSchema === null && (effect === 'read' || effect === 'pure')
}
