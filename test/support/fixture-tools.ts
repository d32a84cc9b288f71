// A small catalog of the shape that the hub gives: built-in tools and one tool server. For tests of the
// compiler and the planner, which look only at definitions.
import type { JsonSchema } from '../../domain/json.ts'
import type { HubTool } from '../../domain/tools/tool.ts'

type Properties = Record<string, JsonSchema>

function tool(
  name: string,
  title: string,
  effect: HubTool['effect'],
  keywords: string[],
  properties: Properties,
  required: string[],
  extra: Partial<HubTool> = {},
): HubTool {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false }
  const base = {
    name,
    title,
    description: title,
    effect,
    keywords,
    inputSchema,
    outputSchema: null,
    examples: [],
  }
  return { ...base, server: null, ...extra }
}

const url = {
  type: 'string',
  title: 'Address',
  minLength: 1,
  'x-words': ['from', 'at', 'to', 'url', 'address'],
}
const answer: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    ok: { type: 'boolean' },
    headers: { type: 'object' },
    body: {},
    url: { type: 'string' },
  },
  required: ['status', 'ok', 'headers', 'body', 'url'],
  additionalProperties: false,
}

export const fixtureTools: readonly HubTool[] = [
  tool(
    'http_get',
    'Get from the web',
    'read',
    ['get', 'fetch', 'download', 'load', 'retrieve', 'web', 'page', 'url', 'api'],
    { url, headers: { type: 'object', 'x-words': ['headers'] } },
    ['url'],
    { outputSchema: answer },
  ),
  tool(
    'http_request',
    'Send to the web',
    'write',
    ['post', 'send', 'submit', 'put', 'patch', 'delete', 'call', 'webhook', 'api'],
    {
      url,
      method: {
        type: 'string',
        enum: ['POST', 'PUT', 'PATCH', 'DELETE'],
        default: 'POST',
        'x-value-words': {
          POST: ['post', 'send', 'submit'],
          PUT: ['put'],
          PATCH: ['patch'],
          DELETE: ['delete'],
        },
      },
      body: { title: 'Body', 'x-words': ['with', 'body', 'json'] },
      text: { type: 'string', 'x-words': ['text'] },
    },
    ['url'],
    { outputSchema: answer },
  ),
  tool(
    'json_select',
    'Select from JSON',
    'pure',
    ['select', 'extract', 'pick out', 'path'],
    { value: { 'x-words': ['from', 'of', 'in'] }, path: { type: 'string', 'x-words': ['path'] } },
    ['value', 'path'],
  ),
  tool(
    'csv_parse',
    'Parse CSV',
    'pure',
    ['parse', 'read', 'import', 'csv', 'spreadsheet', 'rows'],
    {
      text: { type: 'string', 'x-words': ['from', 'text', 'in'] },
      header: { type: 'boolean', default: true },
    },
    ['text'],
    { outputSchema: { type: 'array', items: {} } },
  ),
  tool(
    'list_filter',
    'Filter a list',
    'pure',
    ['filter', 'keep', 'where', 'only'],
    {
      list: { type: 'array', 'x-words': ['of', 'from', 'in'] },
      field: { type: 'string', 'x-words': ['field', 'whose', 'where', 'by'] },
      equals: { 'x-words': ['equals', 'is'] },
    },
    ['list', 'field'],
    { outputSchema: { type: 'array' } },
  ),
  tool(
    'list_sort',
    'Sort a list',
    'pure',
    ['sort', 'order', 'rank'],
    {
      list: { type: 'array', 'x-words': ['of', 'from'] },
      field: { type: 'string', title: 'Field', 'x-words': ['by', 'on'] },
      order: {
        type: 'string',
        enum: ['ascending', 'descending'],
        'x-value-words': { descending: ['largest first', 'newest first'], ascending: ['smallest first'] },
      },
    },
    ['list'],
    { outputSchema: { type: 'array' } },
  ),
  tool(
    'list_sum',
    'Add up a list',
    'pure',
    ['sum', 'add up', 'total'],
    { list: { type: 'array', 'x-words': ['of'] }, field: { type: 'string', 'x-words': ['field', 'by'] } },
    ['list'],
    { outputSchema: { type: 'number' } },
  ),
  tool(
    'text_split',
    'Split text',
    'pure',
    ['split', 'cut', 'divide'],
    {
      text: { type: 'string', 'x-words': ['text'] },
      separator: {
        type: 'string',
        'x-words': ['by', 'on', 'at', 'into'],
        'x-value-words': { ',': ['comma', 'commas'], '\n': ['line', 'lines'] },
      },
    },
    ['text'],
    { outputSchema: { type: 'array', items: { type: 'string' } } },
  ),
  tool(
    'hash_text',
    'Hash a text',
    'pure',
    ['hash', 'digest', 'checksum'],
    {
      text: { type: 'string', 'x-words': ['of', 'text'] },
      algorithm: { type: 'string', enum: ['sha256', 'sha512', 'md5'], 'x-words': ['with', 'using', 'by'] },
    },
    ['text'],
    { outputSchema: { type: 'string' } },
  ),
  tool(
    'create_invoice',
    'Create invoice',
    'write',
    ['create', 'invoice', 'bill'],
    {
      customer: { type: 'string', title: 'Customer', 'x-words': ['for', 'customer'] },
      amount: { type: 'number', title: 'Amount', 'x-words': ['of', 'amount', 'over'] },
      currency: { type: 'string', enum: ['EUR', 'USD'] },
    },
    ['customer', 'amount'],
    { server: 'billing', outputSchema: { type: 'object', properties: { id: { type: 'string' } } } },
  ),
  tool(
    'send_email',
    'Send an email',
    'write',
    ['email', 'mail', 'send'],
    {
      to: { type: 'string', format: 'email', title: 'Recipient' },
      subject: { type: 'string' },
      body: { type: 'string', 'x-words': ['saying', 'body', 'text'] },
    },
    ['to', 'subject'],
    { server: 'mail' },
  ),
  tool(
    'delete_customer',
    'Delete a customer',
    'destructive',
    ['delete', 'remove', 'customer'],
    { id: { type: 'string' } },
    ['id'],
    {
      server: 'billing',
    },
  ),
]
