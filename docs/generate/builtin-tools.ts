// docs/reference/builtin-tools.md: the tools that every workflow has.
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { code, fieldsTable, page, plain, table } from './markdown.ts'
import { calls } from './tool-calls.ts'

export function builtinToolsPage(): string {
  const rows = builtinTools.map(({ name, title, effect }) => [`[${code(name)}](#${name})`, title, effect])
  const tools = builtinTools.map(tool => {
    const { name, description, inputSchema } = tool
    const parts = [`## ${name}`, plain(description), calls([{ ...tool, server: null }])]
    return [...parts, fieldsTable(inputSchema)].join('\n\n')
  })
  return page(
    'Built-in tools',
    'rpc/builtin/builtin-tools.ts',
    `Every workflow can call these. A \`pure\` tool is a function of its arguments; \`read\` looks outside; \`write\` changes something; \`destructive\` removes or
overwrites. A call is shown in [the notation](../guides/notation.md). The schemas of input and output are in \`GET /api/v1/tools\`.`,
    table(['tool', 'what', 'effect'], rows),
    ...tools,
  )
}
