// What a web server answered, as a JSON value: parsed when it says it is JSON, decoded when it is text, base64 when it
// is anything else.
import type { Json } from '../../domain/json.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'
import { bounded } from './bounds.ts'
import { ToolFailure } from './tool.ts'

export interface AnsweredBody {
  readonly body: Json
  readonly encoding: 'json' | 'text' | 'base64' | 'empty'
}

/** @throws {ToolFailure} `bad-answer` when what is called JSON is none, `too-large` when it is nested too deep */
export function readBody({ status, headers, body, url }: OutboundResponse): AnsweredBody {
  if (body.length === 0) return { body: null, encoding: 'empty' }
  const [type = '', ...parameters] = (headers['content-type'] ?? 'text/plain').toLowerCase().split(';')
  const isJson = /^application\/(json|[\w.+-]+\+json)$/.test(type.trim())
  if (!isJson && !isText(type.trim())) return { body: body.toString('base64'), encoding: 'base64' }
  const text = decode(body, parameters)
  if (!isJson) return { body: text, encoding: 'text' }
  try {
    return { body: bounded(JSON.parse(text)), encoding: 'json' }
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    // An error page may be mislabelled; its status says what matters.
    if (status >= 400) return { body: text, encoding: 'text' }
    throw new ToolFailure('bad-answer', `${new URL(url).host} answered JSON that does not parse`, false, {
      cause,
    })
  }
}

function isText(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /^application\/(xml|[\w.+-]+\+xml|javascript|x-www-form-urlencoded|x-ndjson|yaml)$/.test(type)
  )
}

/** By the charset that the server names, else UTF-8; what does not decode becomes U+FFFD. */
function decode(body: Buffer, parameters: readonly string[]): string {
  const charset = parameters
    .map(part => /^\s*charset="?([\w-]+)"?\s*$/.exec(part)?.[1])
    .find(name => name !== undefined)
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}
