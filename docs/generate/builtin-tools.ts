// docs/reference/builtin-tools.md: the tools that every workflow has.
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { code, fieldsTable, page, plain, table } from './markdown.ts'

export function builtinToolsPage(): string {
  const rows = builtinTools.map(({ name, title, effect, examples }) => [
    `[${code(name)}](#${name})`,
    title,
    effect,
    plain(examples[0]?.prompt ?? ''),
  ])
  const tools = builtinTools.map(
    ({ name, description, inputSchema }) =>
      `## ${name}\n\n${plain(description)}\n\n${fieldsTable(inputSchema)}`,
  )
  return page(
    'Built-in tools',
    'rpc/builtin/builtin-tools.ts',
    `Every workflow can call these. A \`pure\` tool is a function of its arguments; \`read\` looks outside; \`write\` changes something; \`destructive\` removes or
overwrites. The schemas of input and output are in \`GET /api/v1/tools\`.`,
    table(['tool', 'what', 'effect', 'for example'], rows),
    ...tools,
  )
}
