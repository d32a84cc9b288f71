// Every built-in tool. The hub offers them beside the tools of registered servers; the planner searches them.
// To add one: a definition in a file here, and a line in this list (docs/internals/recipes.md);
// test/rpc/builtin/builtin-tools.test.ts checks the rest.
import { csvFormat, csvParse } from './csv.ts'
import { dateAdd, dateDifference, dateFormat, dateParse, timeNow } from './date.ts'
import { textDecode, textEncode } from './encoding.ts'
import { hashText } from './hash.ts'
import { jsonBuild, jsonFormat, jsonParse, jsonSelect } from './json.ts'
import { listFilter } from './lists/list-filter.ts'
import { listJoin, listMerge } from './lists/list-joins.ts'
import { listGroup, listSort } from './lists/list-order.ts'
import { listPick, listSlice, listUnique } from './lists/list-parts.ts'
import { listAverage, listCount, listMaximum, listMinimum, listSum } from './lists/list-totals.ts'
import { changed, countUp } from './memory/comparing.ts'
import { onlyNew } from './memory/only-new.ts'
import { forget, recall, remember } from './memory/values.ts'
import { newId } from './new-id.ts'
import { calculate, numberFormat } from './number.ts'
import { textCase, textSplit, textTemplate } from './texts/text.ts'
import { textMatch, textReplace } from './texts/text-patterns.ts'
import type { BuiltinTool } from './tool.ts'
import { htmlToText } from './web/html.ts'
import { httpGet, httpRequest } from './web/http.ts'

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
  ...[remember, recall, forget, onlyNew, changed, countUp],
]

const byName: ReadonlyMap<string, BuiltinTool> = new Map(builtinTools.map(tool => [tool.name, tool]))

/** Can it say what it would answer, without doing it? */
export function canLook(name: string): boolean {
  const tool = byName.get(name)
  return tool !== undefined && 'look' in tool
}

export function findBuiltin(name: string): BuiltinTool | undefined {
  return byName.get(name)
}
