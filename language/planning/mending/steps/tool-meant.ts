// The tool that a name can only mean: by case and separators, with or without its server.
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { onlyMeant, plain } from '../draft.ts'

/** Offered name, or null: none, or several. @param tools by offered name */
export function toolMeant(said: string, tools: ReadonlyMap<string, HubTool>): string | null {
  const names = [...tools.keys()]
  const whole = onlyMeant(said, names)
  if (whole !== null) return whole
  const sought = plain(said)
  const named = sought === '' ? [] : names.filter(name => plain(nameOf(name)) === sought)
  return named.length === 1 ? named[0]! : null
}

function nameOf(tool: string): string {
  const at = tool.indexOf('__')
  return at === -1 ? tool : tool.slice(at + 2)
}
