// The text that ends a start: where the service is, how to sign in, and one line that runs a workflow.
import type { Settings } from '../domain/settings/settings.ts'
import type { StartLink } from '../http/account/links/start-link.ts'
import { agentLinks } from '../http/agents/server-json.ts'
import type { HttpServer } from '../http/server.ts'
import type { DevelopmentAccount } from './development.ts'

export interface WelcomeParts {
  readonly settings: Settings
  readonly server: HttpServer
  /** Null in production, and once other users have signed up. */
  readonly account: DevelopmentAccount | null
  /** Signs the development user in, once. */
  readonly link: StartLink | null
  /** Makes the first owner, where sign-up is closed and nobody has an account; null otherwise. */
  readonly setUp: string | null
  /** API key of the organization for the conformance suites; null when there is none. */
  readonly conformanceKey: string | null
  readonly elapsedMs: number
}

export function welcome({
  settings,
  server,
  account,
  link,
  setUp,
  conformanceKey,
  elapsedMs,
}: WelcomeParts): string {
  const url = `http://${settings.host === '0.0.0.0' || settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${server.port}`
  const lines = [
    '',
    `Troupe is ready at ${url} (${(elapsedMs / 1000).toFixed(1)} s, HTTP on ${server.engine})`,
  ]
  lines.push('', `Documentation: ${url}/docs; the API: ${url}/docs/api-reference`)
  if (setUp !== null)
    lines.push('', `Nobody has an account yet. Make the first owner (once, within 24 hours): ${setUp}`)
  if (conformanceKey !== null) lines.push('', `conformance key: ${conformanceKey}`)
  if (account) {
    if (link) lines.push('', `Open it, signed in (once, within an hour): ${url}/sign-in#link=${link.token}`)
    lines.push(
      '',
      `  user      ${account.email}  password ${account.password}`,
      `  API key   ${account.apiKey}`,
      '',
      `Talk to it: ${url}/chat-demo`,
      '',
      'Add it to an agent:',
      '',
      ...linksFor(url, account.apiKey),
      '',
      'Create a workflow, run it, and follow its log:',
      '',
      firstRun(url, account.apiKey),
    )
  }
  return `${lines.join('\n')}\n`
}

/** A client that is installed opens its link; the key is the one above. */
function linksFor(url: string, apiKey: string): string[] {
  const { cursor, vscode, claude } = agentLinks(url, apiKey)
  return [`  Cursor    ${cursor}`, `  VS Code   ${vscode}`, `  Claude    ${claude}`]
}

const prompt = [
  '1. Call csv_parse with text: {{inputs.orders}}. Call it rows.',
  '2. Let total be {{sum(steps.rows.map(row, number(row.amount)))}}.',
  '3. Return {{steps.total}}.',
].join('\\n')
const inputs = { orders: 'item,amount\\napples,3.5\\npears,4' }

/** One line for a POSIX shell: three calls of the public API, each with an id from the call before. */
function firstRun(url: string, apiKey: string): string {
  const call = `curl -s -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`
  const create = `${call} ${url}/api/v1/workflows -d '{"name":"Order total","prompt":"${prompt}"}'`
  const execute = `${call} ${url}/api/v1/workflows/$W/execute -d '{"inputs":{"orders":"${inputs.orders}"}}'`
  const follow = `curl -sN -H 'Authorization: Bearer ${apiKey}' ${url}/api/v1/executions/$E/logs`
  return `W=$(${create} | grep -o 'wf_[0-9a-z]*' | head -1); E=$(${execute} | grep -o 'exec_[0-9a-z]*' | head -1); ${follow}`
}
