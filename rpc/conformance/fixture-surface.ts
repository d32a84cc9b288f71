// The surface for the official conformance suites: every tool, prompt and resource that a scenario names, and
// the methods of the JSON-RPC specification's examples. Only one organization sees it, on a server that
// starts with CONFORMANCE_FIXTURES (http/mcp/conformance.ts).
import type { JsonObject } from '../../domain/json.ts'
import { compileSchema } from '../../domain/schema/schema-check.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { Surface, SurfaceChange, SurfacePage } from '../surface/surface.ts'
import type { WireTool } from '../tool-wire.ts'
import { askingTools } from './asking-tools.ts'
import { contentTools } from './content-tools.ts'
import { exampleMethods } from './example-methods.ts'
import { getPrompt, promptList } from './fixture-prompts.ts'
import { readResource, resourceList, templateList } from './fixture-resources.ts'
import { FixtureTasks } from './fixture-tasks.ts'
import { type FixtureTool, fails, says } from './fixture-tool.ts'
import { speakingTools } from './speaking-tools.ts'
import { taskTools } from './task-tools.ts'

export function createFixtureSurface(): Surface {
  const listeners = new Set<(change: SurfaceChange) => void>()
  const tell = (change: SurfaceChange) => {
    for (const listener of listeners) listener(change)
  }
  const tasks = new FixtureTasks(task => tell({ type: 'task', task }))
  const tools = [
    ...contentTools,
    ...speakingTools,
    ...askingTools,
    ...changingTools(tell),
    ...taskTools(tasks),
  ]
  const list = tools.map(wireTool)
  const listText = JSON.stringify({ tools: list })
  return {
    tools: {
      list: async cursor => onlyPage(list, cursor),
      listText: async () => listText,
      definition: name => list.find(tool => tool.name === name) ?? null,
      async call(name, args, context) {
        const tool = tools.find(one => one.name === name)
        if (tool === undefined) throw new RpcError(rpcCodes.invalidParams, `Unknown tool: ${name}`)
        const defect = compileSchema(schemaOf(tool))(args)
        return defect === null ? tool.run(args, context) : fails(defect)
      },
    },
    prompts: {
      list: async cursor => onlyPage(promptList, cursor),
      get: async (name, args, context) => getPrompt(name, args, context),
    },
    resources: {
      list: async cursor => onlyPage(resourceList, cursor),
      templates: async cursor => onlyPage(templateList, cursor),
      read: async uri => ({ type: 'complete', result: readResource(uri) }),
    },
    complete: async () => ({ completion: { values: [], total: 0, hasMore: false } }),
    tasks: {
      get: async taskId => tasks.get(taskId),
      async update(taskId, params) {
        tasks.update(taskId, params)
        return {}
      },
      cancel: async taskId => tasks.cancel(taskId),
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    methods: exampleMethods,
  }
}

/** Tools that pretend a list, or a resource, has changed. */
function changingTools(tell: (change: SurfaceChange) => void): readonly FixtureTool[] {
  const changing = (name: string, change: SurfaceChange): FixtureTool => ({
    name,
    description: `Tells those who listen that ${change.type} changed`,
    run() {
      tell(change)
      return says('Change triggered')
    },
  })
  return [
    changing('test_trigger_tool_change', { type: 'tools' }),
    changing('test_trigger_prompt_change', { type: 'prompts' }),
    changing('test_trigger_resource_change', { type: 'resource', uri: 'test://watched-resource' }),
  ]
}

function wireTool(tool: FixtureTool): WireTool {
  const { name, description } = tool
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
  return { name, title: name, description, inputSchema: schemaOf(tool), annotations }
}

const noArguments = { type: 'object', properties: {} } satisfies JsonObject

function schemaOf({ inputSchema = noArguments }: FixtureTool) {
  return inputSchema
}

/**
 * The whole list in one page.
 * @throws {RpcError} there is no other page
 */
function onlyPage<T>(items: readonly T[], cursor: string | null): SurfacePage<T> {
  if (cursor !== null) throw new RpcError(rpcCodes.invalidParams, 'cursor: not one of this list')
  return { items, nextCursor: null }
}
