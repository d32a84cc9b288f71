// The body of a web server's answer as a JSON value: JSON is parsed, text is decoded, anything else becomes
// base64. Which of them it is, its bytes say: servers call a CSV file application/octet-stream or
// application/vnd.ms-excel, and a workbook text/plain.
import type { Json } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import type { OutboundResponse } from '../../outbound/outbound.ts'
import { bounded } from '../bounds.ts'
import { ToolFailure } from '../tool.ts'
import { declaredCharset } from './declared-charset.ts'
import { decodedText, hasZero, isText } from './decoded-text.ts'

export interface AnsweredBody {
  readonly body: Json
  readonly encoding: 'json' | 'text' | 'base64' | 'empty'
}

/** @throws {ToolFailure} `bad-answer` for invalid JSON, `too-large` for JSON that is too deep */
export function readBody({ status, headers, body, url }: OutboundResponse): AnsweredBody {
  if (body.length === 0) return { body: null, encoding: 'empty' }
  const { type, charset } = contentTypeOf(headers['content-type'])
  if (isJsonType(type)) {
    const text = decodedText(body, charset)
    const parsed = parsedJson(text)
    if (parsed !== undefined) return { body: parsed, encoding: 'json' }
    // An error page may have the wrong content type; its status matters more.
    if (status >= 400) return { body: text, encoding: 'text' }
    throw new ToolFailure('bad-answer', `${new URL(url).host} answered JSON that does not parse`)
  }
  const isSaid = isTextType(type)
  if (isSaid ? hasZero(body) && !isWide(charset) : !isText(body, charset)) {
    return { body: body.toString('base64'), encoding: 'base64' }
  }
  const text = decodedText(body, charset ?? (isPlain(type) ? null : declaredCharset(body)))
  const parsed = !isSaid && /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
  return parsed === undefined ? { body: text, encoding: 'text' } : { body: parsed, encoding: 'json' }
}

/** @returns undefined when it is no JSON @throws {ToolFailure} `too-large` */
function parsedJson(text: string): Json | undefined {
  try {
    return bounded(readJson(text))
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    return undefined
  }
}

function contentTypeOf(header: string | undefined): { type: string; charset: string | null } {
  const [type = '', ...parameters] = (header ?? 'text/plain').toLowerCase().split(';')
  const charset = parameters
    .map(part => /^\s*charset="?([\w-]+)"?\s*$/.exec(part)?.[1])
    .find(name => name !== undefined)
  return { type: type.trim(), charset: charset ?? null }
}

function isJsonType(type: string): boolean {
  return /^application\/(json|[\w.+-]+\+json)$/.test(type)
}

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /^(application|image)\/(xml|[\w.+-]+\+xml|javascript|x-www-form-urlencoded|x-ndjson|yaml)$/.test(type)
  )
}

/** No page and no XML document: what stands in it about a charset is not about itself. */
function isPlain(type: string): boolean {
  return type.startsWith('text/') && type !== 'text/html' && type !== 'text/xml'
}

function isWide(charset: string | null): boolean {
  return charset !== null && /^(utf-?16|ucs-?2|iso-10646)/.test(charset)
}
