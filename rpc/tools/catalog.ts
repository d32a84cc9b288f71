// Every built-in tool. The hub offers them beside the tools of registered servers; the planner searches them.
// A new one: a file beside these or a place in one, and a line here; the catalog's tests check the rest.
import { csvFormat, csvParse } from './csv.ts'
import { dateAdd, dateDifference, dateFormat, dateParse, timeNow } from './date.ts'
import { textDecode, textEncode } from './encoding.ts'
import { hashText } from './hash.ts'
import { htmlToText } from './html.ts'
import { httpGet, httpRequest } from './http.ts'
import { jsonBuild, jsonFormat, jsonParse, jsonSelect } from './json.ts'
import { listFilter } from './list-filter.ts'
import { listJoin, listMerge } from './list-joins.ts'
import { listGroup, listSort } from './list-order.ts'
import { listPick, listSlice, listUnique } from './list-parts.ts'
import { listAverage, listCount, listMaximum, listMinimum, listSum } from './list-totals.ts'
import { newId } from './new-id.ts'
import { calculate, numberFormat } from './number.ts'
import { textCase, textSplit, textTemplate } from './text.ts'
import { textMatch, textReplace } from './text-patterns.ts'
import type { BuiltinTool } from './tool.ts'

export const builtinTools: readonly BuiltinTool[] = [
  ...[httpGet, httpRequest],
  ...[jsonSelect, jsonBuild, jsonParse, jsonFormat],
  ...[csvParse, csvFormat],
  ...[textTemplate, textSplit, textMatch, textReplace, textCase, textEncode, textDecode],
  ...[listFilter, listSort, listSlice, listUnique, listPick, listGroup, listJoin, listMerge],
  ...[listSum, listAverage, listMinimum, listMaximum, listCount],
  ...[htmlToText],
  ...[timeNow, dateParse, dateFormat, dateAdd, dateDifference],
  ...[numberFormat, calculate],
  ...[hashText, newId],
]

const byName: ReadonlyMap<string, BuiltinTool> = new Map(builtinTools.map(tool => [tool.name, tool]))

export function findBuiltin(name: string): BuiltinTool | undefined {
  return byName.get(name)
}
