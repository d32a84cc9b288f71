// What this service says of itself to the registry of MCP (`server.json`), and the links by which the usual
// clients add it with one click. Pure: the origin in, texts out. http/routes/tools/server-json.ts serves the
// entry, main/welcome.ts prints the links.
import { z } from 'zod'

/** The version of the format that is written here. */
const schemaUrl = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

export const ServerJson = z.object({
  $schema: z.string(),
  name: z.string().meta({ example: 'com.example.troupe/troupe' }),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  websiteUrl: z.string(),
  icons: z.array(z.object({ src: z.string(), mimeType: z.string(), sizes: z.array(z.string()) })).optional(),
  remotes: z.array(
    z.object({
      type: z.literal('streamable-http'),
      url: z.string(),
      headers: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          value: z.string(),
          isRequired: z.boolean(),
          isSecret: z.boolean(),
          variables: z.record(
            z.string(),
            z.object({ description: z.string(), isRequired: z.boolean(), isSecret: z.boolean() }),
          ),
        }),
      ),
    }),
  ),
})
export type ServerJson = z.infer<typeof ServerJson>

/**
 * The entry of this installation: its name is that of its host, whose owner may publish it.
 * @param appUrl origin of the service
 */
export function serverJson(appUrl: string, version: string): ServerJson {
  const { hostname, protocol } = new URL(appUrl)
  const header = {
    name: 'Authorization',
    description: 'An API key of the service, as a bearer token',
    value: 'Bearer {api_key}',
    isRequired: true,
    isSecret: true,
    variables: {
      api_key: { description: 'Made in the settings, under API keys', isRequired: true, isSecret: true },
    },
  }
  return {
    $schema: schemaUrl,
    name: `${hostname.replace(/[[\]]/g, '').split('.').reverse().join('.').replaceAll(':', '-')}/troupe`,
    title: 'Troupe',
    description: 'Workflows of an organization as tools: build, run and follow them, decide approvals',
    version,
    websiteUrl: appUrl,
    // The registry takes icons over TLS only.
    ...(protocol === 'https:' && { icons: [iconOf(appUrl)] }),
    remotes: [{ type: 'streamable-http', url: `${appUrl}/rpc`, headers: [header] }],
  }
}

export function iconOf(appUrl: string) {
  return { src: `${appUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }
}

export interface AgentLinks {
  readonly cursor: string
  readonly vscode: string
  readonly claude: string
}

/**
 * Links for Cursor and VS Code, and a command for Claude Code.
 * @see https://cursor.com/docs/mcp/install-links
 * @see https://code.visualstudio.com/api/extension-guides/ai/mcp
 * @param key API key; null: the client asks for one
 */
export function agentLinks(appUrl: string, key: string | null): AgentLinks {
  const url = `${appUrl}/rpc`
  const headers = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }
  const config = Buffer.from(JSON.stringify({ url, ...headers })).toString('base64')
  const flag = key === null ? '' : ` --header "Authorization: Bearer ${key}"`
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=troupe&config=${encodeURIComponent(config)}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'troupe', type: 'http', url, ...headers }))}`,
    claude: `claude mcp add --transport http troupe ${url}${flag}`,
  }
}
