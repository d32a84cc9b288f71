// Signs one request (AWS Signature Version 4) and sends it through the outbound client.
import { createHash } from 'node:crypto'
import { DomUtils } from 'htmlparser2'
import { ToolFailure } from '../../builtin/tool.ts'
import type { OutboundRequest, OutboundResponse } from '../../outbound/outbound.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { restFailure } from '../rest-failure.ts'
import { parseXml } from '../xml.ts'
import { encodeRfc3986, region } from './bucket.ts'

export interface S3Call {
  readonly method: OutboundRequest['method']
  readonly url: URL
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly maxBytes?: number
}

/**
 * @throws {ToolFailure} for every status of 300 or more
 * @throws {OutboundError}
 */
export async function callS3(call: S3Call, context: FirstPartyContext): Promise<OutboundResponse> {
  const url = withQuery(call.url, call.query ?? {})
  const sha256 = createHash('sha256')
    .update(call.body ?? '')
    .digest('hex')
  const signer = await signerOf(context, {
    method: call.method,
    url,
    headers: { ...call.headers, 'x-amz-content-sha256': sha256 },
  })
  const { headers } = await signer.sign()
  const { timeoutMs: totalMs, signal } = context
  const response = await context.outbound.request({
    method: call.method,
    url,
    headers: Object.fromEntries(headers),
    ...(call.body === undefined ? {} : { body: call.body }),
    timeouts: { totalMs, firstByteMs: totalMs },
    maxBytes: call.maxBytes ?? 4 * 1024 * 1024,
    signal,
  })
  if (response.status < 300) return response
  const asked = `${call.method} ${call.url.pathname}`
  throw restFailure('S3', asked, response, call.method === 'HEAD' ? '' : reasonIn(response))
}

/** @throws {ToolFailure} `unknown-credential` */
export async function signerOf(
  context: FirstPartyContext,
  request: { method: string; url: string; headers?: Record<string, string>; signQuery?: boolean },
) {
  const { AwsV4Signer } = await import('aws4fetch')
  const { username: accessKeyId, password: secretAccessKey } = (await context.reveal(request.url)) ?? {}
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ToolFailure('unknown-credential', 'S3 is installed without an access key')
  }
  return new AwsV4Signer({
    ...request,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: region(context.settings),
  })
}

export function withQuery(url: URL, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
  return pairs.length === 0 ? url.href : `${url.href}?${pairs.join('&')}`
}

/** `<Error><Code>NoSuchKey</Code><Message>...</Message></Error>` */
function reasonIn({ body }: OutboundResponse): string {
  const text = body.toString('utf8', 0, 4_000)
  const tree = parseXml(text)
  const said = ['Code', 'Message'].map(name =>
    DomUtils.textContent(DomUtils.getElementsByTagName(name, tree, true, 1)),
  )
  return said.every(part => part === '') ? text : said.filter(part => part !== '').join(': ')
}
