// GitHub's endpoints for signing in, on loopback: authorize, access_token, /user and /user/emails. Checks
// what GitHub checks: the client, the code, its verifier.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import tap from 'tap'

export interface GithubAccount {
  readonly id: number
  readonly login: string
  readonly name: string | null
  readonly email: string
  readonly verified: boolean
}

/** Ended with the test file. */
export async function startGithub() {
  const github = { url: '', account: null as GithubAccount | null }
  const challenges = new Map<string, string>()
  let codes = 0

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = `code-${++codes}`
    challenges.set(code, query.get('code_challenge')!)
    const back = new URL(query.get('redirect_uri')!)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state')!)
    response.writeHead(302, { location: back.href }).end()
  }

  async function grant(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const code = form.get('code')!
    const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url')
    const isRight = challenges.get(code) === challenge && form.get('client_secret') !== null
    challenges.delete(code)
    // GitHub refuses with a status of 200.
    if (isRight) return answer(response, { access_token: 'gho_1', token_type: 'bearer', scope: 'user:email' })
    answer(response, { error: 'bad_verification_code' })
  }

  function api(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.authorization !== 'Bearer gho_1') return void response.writeHead(401).end()
    const { id, login, name, email, verified } = github.account!
    if (path === '/api/user') return answer(response, { id, login, name, email: null })
    const other = { email: 'other@example.com', primary: false, verified: true }
    answer(response, [other, { email, primary: true, verified }])
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://github')
    if (pathname === '/login/oauth/authorize') authorize(searchParams, response)
    else if (pathname === '/login/oauth/access_token') void grant(request, response)
    else api(pathname, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  tap.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return github
}

function answer(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
