// What people write in expressions who come from JavaScript, Python, SQL or templates, and what to write
// here. Called where an expression cannot be read; costs nothing where it can.
import { nearestName } from '../distance.ts'
import { own } from '../own.ts'

/** `; write size(x)`, or nothing. */
export function functionMeant(name: string, known: readonly string[]): string {
  const written = own(functionsElsewhere, name.toLowerCase())
  if (written !== undefined) return `: write ${written}`
  const near = nearestName(name, known)
  return near === null ? '' : `; did you mean ${near}?`
}

/** What to write in place of a construct that the text has; a text to append, or nothing. */
export function constructMeant(source: string): string {
  const plain = source.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
  const found = constructsElsewhere.find(([pattern]) => pattern.test(plain))
  return found === undefined ? '' : `: ${found[1]}`
}

const constructsElsewhere: readonly (readonly [RegExp, string])[] = [
  [
    /=>/,
    'there are no arrow functions, write list.map(item, item.name) or list.filter(item, item.total > 5)',
  ],
  [/[!=]==/, 'write == or !='],
  [/\?\?/, 'write default(value, other)'],
  [/\?\./, 'write .?name, or default(value.name, other)'],
  [/`/, 'texts stand in double quotes, and are put together by + or in {"$t": "... ${...}"}'],
  [/\{\{|\$\{/, 'write the expression alone, without {{ }} or ${ }'],
  [/\blambda\b/, 'write list.map(item, item.name)'],
  [/\bif\b|\bthen\b|\belse\b/, 'write condition ? value : other'],
  [/\band\b|\bor\b|\bnot\b/, 'write &&, || and !'],
  [/\bfor\b.*\bin\b/, 'write list.map(item, item.name)'],
  [/\|(?!\|)\s*\w+/, 'there are no filters after a bar, write a function: upper(value)'],
  [/\bnew\s+\w+/, 'moments are Unix ms: now, date("2026-03-01")'],
  [/\bis\s+(?:not\s+)?(?:null|none)\b/i, 'write == null or != null'],
  [/(?<![=!<>])=(?!=)/, 'write == to compare'],
  [/<>/, 'write !='],
  [/\*\*|\^/, 'there is no power, write a * a'],
  [/^\s*\$\.?\w/, 'write the name alone: inputs.name, steps.orders'],
]

const functionsElsewhere: { readonly [name: string]: string } = {
  len: 'size(x)',
  length: 'size(x)',
  count: 'size(list), or size(list.filter(item, ...))',
  includes: 'contains(x, part), or part in list',
  has_key: '"key" in map, or has(map.key)',
  touppercase: 'upper(text)',
  tolowercase: 'lower(text)',
  strip: 'trim(text)',
  concat: 'a + b',
  push: 'list + [item]',
  append: 'list + [item]',
  tostring: 'string(x)',
  str: 'string(x)',
  tofixed: 'string(round(x, 2))',
  parseint: 'int(text)',
  parsefloat: 'number(text)',
  tonumber: 'number(text)',
  float: 'number(text)',
  stringify: 'json(x)',
  tojson: 'json(x)',
  fromjson: 'parseJson(text)',
  parse: 'parseJson(text)',
  findfirst: 'find(list, "field", value)',
  lookup: 'find(list, "field", value)',
  keyby: 'toMap(list, "field")',
  indexby: 'toMap(list, "field")',
  some: 'list.exists(item, ...)',
  any: 'list.exists(item, ...)',
  every: 'list.all(item, ...)',
  foreach: 'list.map(item, ...), or a step of kind foreach',
  reduce: 'sum(list.map(item, item.total)), or a step of kind code',
  fold: 'sum(list.map(item, item.total)), or a step of kind code',
  isempty: 'isBlank(x)',
  isnull: 'x == null',
  isnullorempty: 'isBlank(x)',
  coalesce: 'default(x, other)',
  ifnull: 'default(x, other)',
  nvl: 'default(x, other)',
  get: 'default(x.name, other)',
  distinct: 'unique(list)',
  uniq: 'unique(list)',
  mean: 'avg(list)',
  average: 'avg(list)',
  ceiling: 'ceil(x)',
  substr: 'substring(text, from, to)',
  sorted: 'sort(list)',
  orderby: 'sortBy(list, "field")',
  today: 'startOf(now, "day", "Europe/Berlin")',
  strftime: 'formatDate(now, "yyyy-MM-dd")',
  dateformat: 'formatDate(now, "yyyy-MM-dd")',
  todate: 'date(text)',
  parsedate: 'date(text)',
  timestamp: 'date(text)',
  duration: 'addTime(moment, 2, "hours")',
  adddays: 'addTime(now, 2, "days")',
  entries: 'keys(map).map(key, ...)',
  typeof: 'type(x)',
  regexmatch: 'matches(text, pattern)',
  match: 'matches(text, pattern), or matchGroups(text, pattern)',
  regexextract: 'matchGroups(text, pattern)',
  regexreplace: 'replacePattern(text, pattern, "$1")',
  replaceall: 'replace(text, old, new), or replacePattern(text, pattern, new)',
  weeknumber: 'weekOfYear(moment, "Europe/Berlin")',
  isoweek: 'weekOfYear(moment, "Europe/Berlin")',
  if: 'condition ? value : other',
  iif: 'condition ? value : other',
}
