// An agent at /rpc of a product: a client of MCP 2026-07-28 with the capabilities that a test gives it, or of
// the plain lane.

import { modern } from '../lanes.ts'
import type { Client } from './client.ts'

/** What a response holds. */
// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
export type Anything = any

type Params = Readonly<Record<string, unknown>>

export const withTasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
export const withElicitation = { elicitation: {} }

export class Agent {
  readonly #client: Client
  readonly #capabilities: Params

  constructor(client: Client, capabilities: Params = {}) {
    this.#client = client
    this.#capabilities = capabilities
  }

  /** The result. @throws {Error} the response is an error */
  async ask(method: string, params: Params = {}): Promise<Anything> {
    const { result, error } = await this.response(method, params)
    if (error) throw new Error(JSON.stringify(error))
    return result
  }

  /** The response, whatever it is. */
  async response(method: string, params: Params = {}): Promise<Anything> {
    const { headers, body } = modern(method, params, this.#capabilities)
    return (await this.#client.post('/rpc', body, { ...headers, accept: 'application/json' })).body
  }

  /** The messages of a call that is answered as a stream. */
  async messages(method: string, params: Params = {}): Promise<Anything[]> {
    const { headers, body } = modern(method, params, this.#capabilities)
    const answer = await this.#client.post('/rpc', body, headers)
    return [...String(answer.body).matchAll(/^data: (.*)$/gm)].map(match => JSON.parse(match[1]!))
  }

  call(name: string, args: object = {}, more: object = {}): Promise<Anything> {
    return this.ask('tools/call', { name, arguments: args, ...more })
  }

  async toolNames(): Promise<string[]> {
    return (await this.ask('tools/list')).tools.map((tool: { name: string }) => tool.name)
  }
}

/** A call on the plain lane: the response, whatever it is. */
export async function plain(client: Client, method: string, params?: object): Promise<Anything> {
  return (await client.post('/rpc', { jsonrpc: '2.0', id: 1, method, params })).body
}
