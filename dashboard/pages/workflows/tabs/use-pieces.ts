// The pieces of code that use a workflow. Pure: facts in, text out.

export interface PieceFacts {
  readonly origin: string
  readonly key: string
  readonly workflowId: string
  readonly organizationId: string
  readonly inputs: Readonly<Record<string, unknown>>
  /** Name of the workflow's own tool on /rpc; null when it has none. */
  readonly tool: string | null
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}

/** A value for each input, as its schema says. */
export function sampleInputs(schema: Schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, sampleOf(each)]),
  )
}

function sampleOf(schema: Schema): unknown {
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined) return given
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  return schema.type === 'object' ? sampleInputs(schema) : '…'
}

export function curlPiece({ origin, key, workflowId, inputs }: PieceFacts): string {
  const body = JSON.stringify({ inputs }).replaceAll("'", `'\\''`)
  return `curl ${origin}/api/v1/workflows/${workflowId}/execute \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -H 'Prefer: wait=30' \\
  -d '${body}'`
}

export function typescriptPiece({ origin, key, workflowId, inputs }: PieceFacts): string {
  return `const troupe = createClient({ baseUrl: '${origin}', token: '${key}' })
const run = await troupe('POST /api/v1/workflows/:id/execute', {
  params: { id: '${workflowId}' },
  body: { inputs: ${JSON.stringify(inputs)} },
  wait: 30,
})
console.log(run.status, run.output)`
}

export function agentPiece({ origin, key, workflowId, inputs, tool }: PieceFacts): string {
  const call =
    tool === null
      ? `execute_workflow ${JSON.stringify({ workflowId, inputs })}`
      : `${tool} ${JSON.stringify(inputs)}`
  const servers = { troupe: { url: `${origin}/rpc`, headers: { Authorization: `Bearer ${key}` } } }
  return `${JSON.stringify({ mcpServers: servers }, null, 2)}

// The agent then calls: ${call}`
}

interface AgentFacts extends Pick<PieceFacts, 'origin'> {
  /** Null: the client asks its user to sign in. */
  readonly key: string | null
}

/** Opened by a client that is installed, and for a terminal. As http/agents/server-json.ts makes them. */
export function agentLinks({ origin, key }: AgentFacts) {
  const url = `${origin}/rpc`
  const headers = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }
  const config = encodeURIComponent(base64(JSON.stringify({ url, ...headers })))
  const vscode = encodeURIComponent(JSON.stringify({ name: 'troupe', type: 'http', url, ...headers }))
  const flag = key === null ? '' : ` --header "Authorization: Bearer ${key}"`
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=troupe&config=${config}`,
    vscode: `vscode:mcp/install?${vscode}`,
    claude: `claude mcp add --transport http troupe ${url}${flag}`,
  }
}

/** `btoa` takes bytes only, and the key that is not made yet is "sk_…". */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

export function chatPiece({ origin, organizationId }: PieceFacts): string {
  return `<script
  src="${origin}/chat/widget.js"
  data-tenant-id="${organizationId}"
  data-api-key="sk_… with the scope chat"
></script>`
}
