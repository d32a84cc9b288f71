// A new organization in the product under test, made over the API as anybody would make it: the owner sets
// things up with the token of the sign-up, the load then comes in with an API key of the default scopes.
import { randomUUID } from 'node:crypto'

export class Account {
  readonly #port: number
  readonly #token: string
  readonly apiKey: string

  static async signUp(port: number): Promise<Account> {
    const account = { email: `${randomUUID()}@example.com`, password: randomUUID() }
    const { token } = (await post(port, '/api/v1/auth/signup', account)) as { token: string }
    const { key } = (await post(port, '/api/v1/apikeys', { name: 'benchmark' }, { bearer: token })) as {
      key: string
    }
    return new Account(port, token, key)
  }

  private constructor(port: number, token: string, apiKey: string) {
    this.#port = port
    this.#token = token
    this.apiKey = apiKey
  }

  /** @returns the workflow's id. @throws {Error} when the plan has errors */
  async createWorkflow(workflow: { name: string; prompt: string; plan?: unknown }): Promise<string> {
    const created = (await this.post('/api/v1/workflows', workflow)) as {
      id: string
      status: string
      diagnostics: unknown
    }
    if (created.status === 'ready') return created.id
    throw new Error(`workflow "${workflow.name}" is not ready: ${JSON.stringify(created.diagnostics)}`)
  }

  /** @param prefer `wait=30`: answer when it has ended */
  post(path: string, body: unknown, prefer?: string): Promise<unknown> {
    return post(this.#port, path, body, { bearer: this.#token, prefer })
  }

  /** @throws {Error} any status but 200 to 299 */
  async get(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}` }
    return jsonOf(`GET ${path}`, await fetch(`http://127.0.0.1:${this.#port}${path}`, { headers }))
  }
}

/** @throws {Error} any status but 200 to 299 */
async function post(
  port: number,
  path: string,
  body: unknown,
  { bearer, prefer }: { readonly bearer?: string; readonly prefer?: string | undefined } = {},
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(prefer && { prefer }),
    },
    body: JSON.stringify(body),
  })
  return jsonOf(`POST ${path}`, response)
}

async function jsonOf(request: string, response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  throw new Error(`${request} answered ${response.status} ${text.slice(0, 500)}`)
}
