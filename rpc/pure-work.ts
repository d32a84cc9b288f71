// One call of a pure built-in tool in a thread of pure-calls.ts, which loads this module.
import type { JsonObject } from '../domain/json.ts'
import type { ToolResult } from '../domain/tools/tool.ts'
import { builtinTools } from './builtin/builtin-tools.ts'
import { pureCall } from './tool-outcome.ts'

export interface PureTask {
  /** Name of a pure built-in tool. */
  readonly tool: string
  /** What its inputSchema admits is found out here. */
  readonly args: JsonObject
}

const calls = new Map(
  builtinTools.flatMap(tool => (tool.effect === 'pure' ? [[tool.name, pureCall(tool)] as const] : [])),
)

export default function run({ tool, args }: PureTask): ToolResult {
  return calls.get(tool)!(args)
}
