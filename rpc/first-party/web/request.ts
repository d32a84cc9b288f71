// web__request: one call of any address or API, with the credential of the base address.
import type { JsonObject } from '../../../domain/json.ts'
import { anything, choice, flag, object, record, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { answerOf, httpAnswer } from '../../builtin/web/http.ts'
import { contentOf, type HttpContent, urlOf } from '../../builtin/web/http-content.ts'
import type { OutboundRequest } from '../../outbound/outbound.ts'
import { contentOfFile, type FileArgument, fileArgument } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { addressSchema, resolveAddress } from './address.ts'

interface Arguments extends HttpContent {
  readonly url: string
  readonly method?: OutboundRequest['method']
  readonly query?: JsonObject
  readonly file?: FileArgument
  readonly allowErrorStatus?: boolean
}

const value = anything('Value', 'Text, number, true, false or a list of these')

export const request = firstPartyTool<Arguments>({
  name: 'request',
  title: 'Call a web address',
  description:
    'Calls a web address or an API by any method, with the credential when it lies under the base address, and gives ' +
    'its answer. Calls other than GET carry the same Idempotency-Key at every attempt of the step.',
  effect: 'write',
  keywords: ['call', 'request', 'send', 'post', 'put', 'patch', 'delete', 'api', 'endpoint', 'rest', 'http'],
  inputSchema: object(
    {
      url: addressSchema,
      method: choice(
        'Method',
        'What to do there',
        {
          GET: ['get', 'fetch'],
          HEAD: ['head'],
          POST: ['post', 'send', 'submit'],
          PUT: ['put', 'replace'],
          PATCH: ['patch', 'change'],
          DELETE: ['delete', 'remove'],
          OPTIONS: ['options'],
        },
        { default: 'GET' },
      ),
      query: record('Query', 'Values to add to the address after the question mark', value, {
        'x-words': ['query', 'parameters'],
      }),
      headers: record('Headers', 'Request headers by name', text('Value', 'Value of the header'), {
        'x-words': ['headers'],
      }),
      body: anything('Body', 'Value to send as JSON', { 'x-words': ['with', 'body', 'json'] }),
      text: text('Text', 'Text to send as it is, instead of body', { 'x-words': ['text'] }),
      form: record('Form', 'Fields to send as a web form, instead of body', value, {
        'x-words': ['form', 'fields'],
      }),
      file: fileArgument('File', 'File to send as it is, instead of body', { 'x-words': ['file'] }),
      allowErrorStatus: flag(
        'Allow error status',
        'Return answers with status 400 and more instead of failing',
      ),
    },
    ['url'],
  ),
  outputSchema: httpAnswer,
  examples: [
    {
      prompt: 'Call the API endpoint https://api.example.com/orders/7 with method DELETE',
      args: { url: 'https://api.example.com/orders/7', method: 'DELETE' },
    },
    {
      prompt: 'Call the API endpoint "/orders" with method POST and body {{steps.order}}',
      args: { url: '/orders', method: 'POST', body: { sku: 'A-1', quantity: 2 } },
    },
  ],
  async run(args, context) {
    const { method = 'GET', query = {} } = args
    const { url, headers, shown } = await resolveAddress(args.url, context)
    const content = sentContent(args, method === 'GET' || method === 'HEAD' ? null : context.idempotencyKey)
    const { timeoutMs: totalMs, signal } = context
    const response = await context.outbound.request({
      method,
      url: urlOf({ url, query }),
      ...content,
      headers: { ...content.headers, ...headers },
      signal,
      timeouts: { totalMs, firstByteMs: totalMs },
      maxRedirects: content.body === undefined ? 5 : 0,
    })
    return answerOf(
      { method, allowErrorStatus: args.allowErrorStatus === true },
      { ...response, url: shown(response.url) },
    )
  },
})

/** The credential's headers come last, so that a step cannot replace them. */
function sentContent(
  args: Arguments,
  idempotencyKey: string | null,
): Pick<OutboundRequest, 'headers' | 'body'> {
  const hasBody = [args.body, args.text, args.form, args.file].some(given => given !== undefined)
  if (idempotencyKey === null && hasBody) throw invalidArguments('a GET has no body: expected another method')
  if (args.file === undefined) return contentOf(args, idempotencyKey)
  const { headers, body } = contentOf(args, idempotencyKey)
  if (body !== undefined) throw invalidArguments('expected one of body, text, form and file, received more')
  const { bytes, mediaType } = contentOfFile(args.file)
  return { headers: { 'content-type': mediaType ?? 'application/octet-stream', ...headers }, body: bytes }
}
