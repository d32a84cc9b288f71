// The body of a web server's answer as a JSON value: JSON is parsed, text is decoded, anything else becomes
// base64.
import type { Json } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import type { OutboundResponse } from '../../outbound/outbound.ts'
import { bounded } from '../bounds.ts'
import { ToolFailure } from '../tool.ts'

export interface AnsweredBody {
  readonly body: Json
  readonly encoding: 'json' | 'text' | 'base64' | 'empty'
}

/** @throws {ToolFailure} `bad-answer` for invalid JSON, `too-large` for JSON that is too deep */
export function readBody({ status, headers, body, url }: OutboundResponse): AnsweredBody {
  if (body.length === 0) return { body: null, encoding: 'empty' }
  const [type = '', ...parameters] = (headers['content-type'] ?? 'text/plain').toLowerCase().split(';')
  const isJson = /^application\/(json|[\w.+-]+\+json)$/.test(type.trim())
  if (!isJson && !isText(type.trim())) return { body: body.toString('base64'), encoding: 'base64' }
  const text = decode(body, parameters)
  if (!isJson) return { body: text, encoding: 'text' }
  try {
    return { body: bounded(readJson(text)), encoding: 'json' }
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    // An error page may have the wrong content type; its status matters more.
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

/** By the server's charset, else UTF-8. What does not decode becomes U+FFFD. */
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
