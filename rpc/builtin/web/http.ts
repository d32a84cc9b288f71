// http_get and http_request: call any web address or API through the outbound client.
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Authorization } from '../../credentials/credentials.ts'
import { OutboundError, type OutboundRequest, type OutboundResponse } from '../../outbound/outbound.ts'
import { retryAfter } from '../../outbound/retry-after.ts'
import { anything, choice, flag, integer, object, record, text } from '../schema.ts'
import { type ToolContext, ToolFailure, worldTool } from '../tool.ts'
import { type AnsweredBody, readBody } from './http-body.ts'
import { contentOf, type HttpContent, urlOf } from './http-content.ts'
import { allPages, type Page, type Pages, pagesOutput, pagesSchema } from './http-pages.ts'

interface GetArguments extends Pick<HttpContent, 'query' | 'headers'> {
  readonly url: string
  readonly pages?: Pages
  readonly credential?: string
  readonly allowErrorStatus?: boolean
}

interface RequestArguments extends GetArguments, HttpContent {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
}

const common = {
  url: text('Address', 'Web address to call, beginning with http:// or https://', {
    'x-words': ['from', 'at', 'to', 'url', 'address'],
    minLength: 1,
    maxLength: 8_000,
  }),
  query: record(
    'Query',
    'Values to add to the address after the question mark; a list adds one for each item',
    anything('Value', 'Text, number, true, false or a list of these'),
    { 'x-words': ['query', 'parameters'] },
  ),
  headers: record('Headers', 'Request headers by name', text('Value', 'Value of the header'), {
    'x-words': ['headers'],
  }),
  credential: text('Credential', 'Name or id of a stored credential that authorises the request', {
    'x-words': ['with the credential', 'using the credential', 'credential'],
    'x-credential': true,
    minLength: 1,
    maxLength: 200,
  }),
  allowErrorStatus: flag('Allow error status', 'Return answers with status 400 and more instead of failing'),
}

/** The output of a call to any web address. */
export const httpAnswer = object(
  {
    status: integer('Status', 'HTTP status code'),
    ok: flag('OK', 'True when the status is 200 to 299'),
    headers: record(
      'Headers',
      'Headers of the answer, names in lower case',
      text('Value', 'Value of the header'),
    ),
    body: anything('Body', 'The parsed value of a JSON answer, else the text; null when empty'),
    encoding: choice('Encoding', 'How to read body', { json: [], text: [], base64: [], empty: [] }),
    url: text('Address', 'Address that answered, after redirects'),
  },
  ['status', 'ok', 'headers', 'body', 'encoding', 'url'],
)

export const httpGet = worldTool<GetArguments>({
  name: 'http_get',
  title: 'Get from the web',
  description: 'Fetches a web page, a file or the answer of an API by its address. Changes nothing there.',
  effect: 'read',
  keywords: [
    'get',
    'fetch',
    'download',
    'load',
    'retrieve',
    'request',
    'call',
    'web',
    'page',
    'url',
    'api',
    'http',
    'website',
  ],
  inputSchema: object({ ...common, pages: pagesSchema }, ['url']),
  outputSchema: {
    ...httpAnswer,
    properties: { ...(httpAnswer['properties'] as JsonObject), ...pagesOutput },
  },
  examples: [
    { prompt: 'Fetch https://api.example.com/orders', args: { url: 'https://api.example.com/orders' } },
    { prompt: 'Download the page at {{inputs.url}}', args: { url: 'https://example.com/' } },
  ],
  destination,
  run: ({ pages, ...args }, context) => {
    const ask = (more: object) =>
      call({ ...args, ...more, method: 'GET' }, context) as Promise<JsonObject & Page>
    return pages === undefined ? ask({}) : allPages(pages, { url: args.url, query: args.query ?? {} }, ask)
  },
})

export const httpRequest = worldTool<RequestArguments>({
  name: 'http_request',
  title: 'Send to the web',
  description:
    'Sends data to an API or a webhook by POST, PUT, PATCH or DELETE, and returns its answer. ' +
    'The same step is sent with the same Idempotency-Key, so that a server which knows that header acts once.',
  effect: 'write',
  keywords: [
    'post',
    'send',
    'submit',
    'put',
    'patch',
    'delete',
    'upload',
    'push',
    'call',
    'webhook',
    'api',
    'http',
  ],
  inputSchema: object(
    {
      ...common,
      method: choice(
        'Method',
        'What to do there',
        { POST: ['post', 'send', 'submit'], PUT: ['put', 'replace'], PATCH: ['patch'], DELETE: ['delete'] },
        { default: 'POST' },
      ),
      body: anything('Body', 'Value to send as JSON', { 'x-words': ['with', 'body', 'json'] }),
      text: text('Text', 'Text to send as it is, instead of body', { 'x-words': ['text'] }),
      form: record(
        'Form',
        'Fields to send as a web form, instead of body',
        anything('Value', 'Value of the field'),
        {
          'x-words': ['form', 'fields'],
        },
      ),
    },
    ['url'],
  ),
  outputSchema: httpAnswer,
  examples: [
    {
      prompt: 'Post {{steps.order}} to https://api.example.com/orders',
      args: { url: 'https://api.example.com/orders', body: { sku: 'A-1', quantity: 2 } },
    },
    {
      prompt: 'Send a DELETE to https://api.example.com/orders/7',
      args: { url: 'https://api.example.com/orders/7', method: 'DELETE' },
    },
  ],
  destination,
  run: (args, context) => call({ method: 'POST', ...args }, context),
})

type Call = HttpContent & {
  readonly url: string
  readonly method: OutboundRequest['method']
  readonly credential?: string
  readonly allowErrorStatus?: boolean
}

/** Safe for any arguments: they may not have been checked yet. */
function destination({ url }: GetArguments): string {
  return typeof url === 'string' ? url : ''
}

async function call(args: Call, context: ToolContext): Promise<Json> {
  const { timeoutMs: totalMs, signal } = context
  const url = urlOf(args)
  const { headers, ...content } = contentOf(args, args.method === 'GET' ? null : context.idempotencyKey)
  const send = (authorization: Authorization) =>
    context.outbound.request({
      method: args.method,
      url: urlOf({ url, query: authorization.query }),
      headers: { ...headers, ...authorization.headers },
      ...content,
      signal,
      timeouts: { totalMs, firstByteMs: totalMs },
      maxRedirects: args.method === 'GET' ? 5 : 0,
    })
  try {
    if (args.credential === undefined) return answerOf(args, await send({ headers: {}, query: {} }))
    if (context.sendAuthorized === undefined)
      throw new ToolFailure('unknown-credential', `there is no credential ${args.credential}`)
    return answerOf(args, await context.sendAuthorized(args.credential, url, send))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new ToolFailure(error.code, error.message, error.retryable, { cause: error })
  }
}

/** @throws {ToolFailure} `http-status` for a status of 400 or more, unless the step allows it */
export function answerOf(call: Pick<Call, 'method' | 'allowErrorStatus'>, response: OutboundResponse): Json {
  const read = readBody(response)
  if (response.status >= 400 && call.allowErrorStatus !== true) throw errorStatus(call.method, response, read)
  return output(response, read)
}

function output(response: OutboundResponse, { body, encoding }: AnsweredBody): Json {
  const { status, url } = response
  // Outputs are recorded, and a site's session cookies should not be.
  const { 'set-cookie': _, ...headers } = response.headers
  return { status, ok: status >= 200 && status < 300, headers, body, encoding, url }
}

function errorStatus(
  method: string,
  response: OutboundResponse,
  { body, encoding }: AnsweredBody,
): ToolFailure {
  const { status, url, headers } = response
  const { host, pathname } = new URL(url)
  const words = encoding === 'empty' || encoding === 'base64' ? '' : excerpt(body)
  const message = `${host} answered ${status} to ${method} ${pathname}${words}`
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500
  const answer = { status, content: encoding === 'base64' ? null : body }
  return new ToolFailure('http-status', message, mayPass, {
    ...retryAfter(headers['retry-after'], Date.now()),
    answer,
  })
}

/** The beginning of the server's answer, in one line: it often names the reason. */
function excerpt(body: Json): string {
  const line = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 200)
  return `: ${line.replace(/[\u0000-\u001f\u007f]+/g, ' ').toWellFormed()}`
}
