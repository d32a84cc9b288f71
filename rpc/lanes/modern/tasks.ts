// tasks/get, tasks/update and tasks/cancel (extension io.modelcontextprotocol/tasks, SEP-2663). The latter
// two answer with an empty acknowledgement; the client reads their effect by tasks/get.
import { isObject, type JsonObject } from '../../../domain/json.ts'
import { hasTasks, missingTasks } from '../../surface/capabilities.ts'
import type { Surface, WireTask } from '../../surface/surface.ts'
import { textParam } from '../methods.ts'
import { inputsOf } from './calls.ts'
import type { ModernRequest } from './envelope.ts'

type TaskMethod = (surface: Surface, taskId: string, params: JsonObject) => Promise<JsonObject>

const methods: ReadonlyMap<string, TaskMethod> = new Map([
  ['tasks/get', async ({ tasks }, taskId) => withResultType(await tasks.get(taskId))],
  [
    'tasks/update',
    async ({ tasks }, taskId, params) => {
      await tasks.update(taskId, { inputResponses: inputsOf(params) })
      return {}
    },
  ],
  [
    'tasks/cancel',
    async ({ tasks }, taskId) => {
      await tasks.cancel(taskId)
      return {}
    },
  ],
] satisfies [string, TaskMethod][])

export function isTaskMethod(method: string): boolean {
  return methods.has(method)
}

/** The result inside of a task names its type too: it is what the call would have answered. */
function withResultType(task: WireTask): JsonObject {
  const { result } = task
  return isObject(result) ? { ...task, result: { resultType: 'complete', ...(result as JsonObject) } } : task
}

/** @throws {RpcError} the client did not declare tasks; no such task; invalid params */
export async function runTaskMethod(
  surface: Surface,
  { method, params, capabilities }: ModernRequest,
): Promise<JsonObject> {
  if (!hasTasks(capabilities)) throw missingTasks()
  return methods.get(method)!(surface, textParam(params, 'taskId'), params)
}
