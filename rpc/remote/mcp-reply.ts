// What MCP demands of a result beyond JSON-RPC. A step of a workflow has nobody to ask, so a result that asks
// is an error; a task passes, and task-calls.ts waits for its end. Called by channel.ts.
import { isObject } from '../../domain/json.ts'
import { rpcCodes } from '../json-rpc.ts'
import { excerpt } from './excerpt.ts'
import { fault, type Reply } from './reply.ts'

/** @param method the method of the request */
export function mcpReply(reply: Reply, method: string): Reply {
  if (reply.type !== 'result') return reply
  const { result } = reply
  if (!isObject(result)) return fault('bad-answer', `answered ${method} with what is not an object`)
  const { resultType = 'complete', content, structuredContent } = result
  if (resultType === 'input_required') {
    return fault('input-required', `asked for ${askedFor(result)}, which a call of its tool can not give`)
  }
  if (method === 'tools/call' && isTask(resultType === 'task' ? result : result['task'])) return reply
  if (resultType !== 'complete') {
    const type = excerpt(JSON.stringify(resultType), 50)
    return fault('bad-answer', `answered ${method} with a result of the type ${type}, not a complete one`)
  }
  if (method === 'tools/call' && !Array.isArray(content) && structuredContent === undefined)
    return fault('bad-answer', `answered ${method} without \`content\``)
  return reply
}

/**
 * Does the server refuse the call because it is no task? By the specification with the error for unknown
 * methods; the official SDK says the same inside of a result. In both cases the tool has not run.
 */
export function wantsTask(reply: Reply): boolean {
  if (reply.type === 'rpc-error')
    return reply.code === rpcCodes.methodNotFound && /\btask/i.test(reply.message)
  if (reply.type !== 'result' || !isObject(reply.result) || reply.result['isError'] !== true) return false
  const [first] = Array.isArray(reply.result['content']) ? reply.result['content'] : []
  const text = isObject(first) ? first['text'] : null
  return typeof text === 'string' && /^MCP error -32601: .*\btask/i.test(text)
}

function isTask(value: unknown): boolean {
  return isObject(value) && typeof value['taskId'] === 'string' && typeof value['status'] === 'string'
}

/** What a result or a task that needs input asks for. */
export function askedFor({ inputRequests }: { readonly [key: string]: unknown }): string {
  return isObject(inputRequests) ? methodsOf(inputRequests) : 'input'
}

function methodsOf(requests: { readonly [key: string]: unknown }): string {
  const methods = Object.values(requests).map(request => (isObject(request) ? request['method'] : ''))
  return excerpt(methods.filter(method => typeof method === 'string').join(', '), 100) || 'input'
}
