// What MCP demands of a result beyond JSON-RPC. A step of a workflow has nobody to ask, and does not wait for
// tasks of another service; so a result that is not complete is an error. Called by channel.ts.
import { isObject } from '../../domain/json.ts'
import { excerpt } from './excerpt.ts'
import { fault, type Reply } from './reply.ts'

/** @param method the method of the request */
export function mcpReply(reply: Reply, method: string): Reply {
  if (reply.type !== 'result') return reply
  const { result } = reply
  if (!isObject(result)) return fault('bad-answer', `answered ${method} with what is not an object`)
  const { resultType = 'complete', content, structuredContent } = result
  if (resultType === 'input_required') {
    const what = isObject(result['inputRequests']) ? methodsOf(result['inputRequests']) : 'input'
    return fault('input-required', `asked for ${what}, which a call of its tool can not give`)
  }
  if (resultType !== 'complete') {
    const type = excerpt(JSON.stringify(resultType), 50)
    return fault('bad-answer', `answered ${method} with a result of the type ${type}, not a complete one`)
  }
  if (method === 'tools/call' && !Array.isArray(content) && structuredContent === undefined)
    return fault('bad-answer', `answered ${method} without \`content\``)
  return reply
}

function methodsOf(requests: { readonly [key: string]: unknown }): string {
  const methods = Object.values(requests).map(request => (isObject(request) ? request['method'] : ''))
  return excerpt(methods.filter(method => typeof method === 'string').join(', '), 100) || 'input'
}
