// Built-in tools that an expression makes needless: a model that writes plans is not shown them, since a step
// more is a thing more to read. A request that names one by its name gets it.
import type { HubTool } from '../../domain/tools/tool.ts'

const expressed: ReadonlySet<string> = new Set([
  ...['json_select', 'json_build', 'json_parse', 'json_format', 'calculate'],
  ...['text_template', 'text_split', 'text_match', 'text_replace', 'text_case'],
  ...['list_filter', 'list_sort', 'list_slice', 'list_unique', 'list_pick', 'list_group', 'list_join'],
  ...['list_sum', 'list_average', 'list_minimum', 'list_maximum', 'list_count'],
  ...['date_format', 'date_add', 'time_now'],
])

export function isShown({ server, name }: Pick<HubTool, 'server' | 'name'>, request: string): boolean {
  return server !== null || !expressed.has(name) || request.includes(name)
}
