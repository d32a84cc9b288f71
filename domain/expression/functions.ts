// The table of functions of expressions; documentation and completion read it, domain/expression/calls.ts
// calls them. Each can be written `f(x, y)` or `x.f(y)`. All are pure and bounded, and no regular
// expression can run away (`matches` is RE2).

import { nextTimeOfDay } from './clocks.ts'
import { addTime, datePart, formatDate, startOf, toMoment } from './dates.ts'
import { average, greatest, item, join, least, round, sort, sum, unique } from './lists.ts'
import { flatten, groupBy, sortBy } from './records.ts'
import {
  capitalize,
  contains,
  inCase,
  indexOf,
  json,
  lastIndexOf,
  lines,
  matches,
  padStart,
  parseJson,
  replace,
  size,
  slice,
  split,
  toBool,
  toInteger,
  toNumber,
  toText,
  truncate,
  words,
} from './texts.ts'
import { keysOf, typeOf, type ValueType, valuesOf } from './values.ts'

export interface ExpressionFunction {
  readonly description: string
  /** Types of the arguments; those after `required` may be left out. */
  readonly parameters: readonly (ValueType | 'sized')[]
  readonly required?: number
  /** The last parameter may repeat. */
  readonly isVariadic?: boolean
  readonly returns: ValueType
  // calls.ts has checked the arguments against `parameters`.
  readonly run: (...args: never[]) => unknown
}

export const functions: { readonly [name: string]: ExpressionFunction } = {
  size: define('Characters of a text, items of a list, keys of a map', ['sized'], 'number', size),
  lower: define('The text in lower case', ['text'], 'text', (text: string) => inCase(text, 'toLowerCase')),
  upper: define('The text in upper case', ['text'], 'text', (text: string) => inCase(text, 'toUpperCase')),
  lowerAscii: define('The text in lower case', ['text'], 'text', (text: string) =>
    inCase(text, 'toLowerCase'),
  ),
  upperAscii: define('The text in upper case', ['text'], 'text', (text: string) =>
    inCase(text, 'toUpperCase'),
  ),
  trim: define('The text without white space at its ends', ['text'], 'text', (text: string) => text.trim()),
  capitalize: define('The text with a capital at its beginning', ['text'], 'text', capitalize),
  truncate: define(
    'At most so many characters, an ellipsis at the end',
    ['text', 'number'],
    'text',
    truncate,
  ),
  words: define('The parts of a text between white space', ['text'], 'list', words),
  lines: define('The lines of a text', ['text'], 'list', lines),
  padStart: define(
    'The value as a text of at least so many characters: padStart(7, 3, "0") is "007"',
    ['any', 'number', 'text'],
    'text',
    padStart,
    { required: 2 },
  ),
  split: define('The parts of a text between separators', ['text', 'text'], 'list', split),
  join: define('The items of a list as one text', ['list', 'text'], 'text', join, { required: 1 }),
  replace: define(
    'The text with every occurrence of the second replaced by the third',
    three('text'),
    'text',
    replace,
  ),
  contains: define('Is the second in the text or list?', ['sized', 'any'], 'bool', contains),
  startsWith: define(
    'Does the text start with the second?',
    ['text', 'text'],
    'bool',
    (a: string, b: string) => a.startsWith(b),
  ),
  endsWith: define('Does the text end with the second?', ['text', 'text'], 'bool', (a: string, b: string) =>
    a.endsWith(b),
  ),
  indexOf: define(
    'Where the second begins in the text, -1 when nowhere',
    ['text', 'text'],
    'number',
    indexOf,
  ),
  lastIndexOf: define(
    'Where the second begins for the last time, or -1',
    ['text', 'text'],
    'number',
    lastIndexOf,
  ),
  substring: define('From a position, up to another', ['text', 'number', 'number'], 'text', slice, {
    required: 2,
  }),
  slice: define('From an index, up to another', ['sized', 'number', 'number'], 'any', slice, { required: 2 }),
  matches: define('Does the text contain a match of the RE2 pattern?', ['text', 'text'], 'bool', matches),
  first: define('The first item of a list', ['list'], 'any', (list: unknown[]) => item(list, 0)),
  last: define('The last item of a list', ['list'], 'any', (list: unknown[]) => item(list, list.length - 1)),
  sum: define('The sum of the numbers of a list', ['list'], 'number', sum),
  avg: define('The average of the numbers of a list', ['list'], 'number', average),
  min: define('The least of a list, or of the arguments', ['any'], 'any', least, { isVariadic: true }),
  max: define('The greatest of a list, or of the arguments', ['any'], 'any', greatest, { isVariadic: true }),
  round: define('The number rounded, to some decimal places', two('number'), 'number', round, {
    required: 1,
  }),
  floor: define('The whole number at or below', ['number'], 'number', Math.floor),
  ceil: define('The whole number at or above', ['number'], 'number', Math.ceil),
  abs: define('The number without its sign', ['number'], 'number', Math.abs),
  sort: define('The list in ascending order: all numbers, or all texts', ['list'], 'list', sort),
  sortBy: define(
    'The records in the order of a field: sortBy(orders, "customer.name", "descending")',
    ['list', 'text', 'text'],
    'list',
    sortBy,
    { required: 2 },
  ),
  groupBy: define('The records by a field, as a list of {key, items}', ['list', 'text'], 'list', groupBy),
  flatten: define('The list with the items of its lists in their place', ['list'], 'list', flatten),
  reverse: define('The list from last to first', ['list'], 'list', (list: unknown[]) => list.toReversed()),
  unique: define('The list without repetitions', ['list'], 'list', unique),
  keys: define('The keys of a map', ['map'], 'list', keysOf),
  values: define('The values of a map', ['map'], 'list', valuesOf),
  json: define('The value as JSON text', ['any'], 'text', json),
  parseJson: define('The value that a JSON text holds', ['text'], 'any', parseJson),
  number: define('The number that a text holds', ['any'], 'number', toNumber),
  double: define('The number that a text holds', ['any'], 'number', toNumber),
  int: define('The number without its fraction', ['any'], 'number', toInteger),
  string: define('The value as text; JSON when it is a list or map', ['any'], 'text', toText),
  bool: define('true or false from the text "true" or "false"', ['any'], 'bool', toBool),
  type: define('null, bool, number, text, list or map', ['any'], 'text', typeOf),
  date: define(
    'The moment of an ISO 8601 text, in Unix ms: date("2026-03-01", "Europe/Berlin")',
    ['any', 'text'],
    'number',
    toMoment,
    { required: 1 },
  ),
  formatDate: define(
    'A moment as text: formatDate(now, "d LLLL yyyy, HH:mm", "Europe/Berlin")',
    ['number', 'text', 'text'],
    'text',
    formatDate,
    { required: 2 },
  ),
  addTime: define(
    'A moment later, or earlier: addTime(now, -2, "weeks", "Europe/Berlin")',
    ['number', 'number', 'text', 'text'],
    'number',
    addTime,
    { required: 3 },
  ),
  startOf: define(
    'The beginning of the year, quarter, month, week, day or hour of a moment: startOf(now, "month")',
    ['number', 'text', 'text'],
    'number',
    startOf,
    { required: 2 },
  ),
  datePart: define(
    'A part of a moment: year, quarter, month, week, day, weekday (Monday is 1), hour, minute or second',
    ['number', 'text', 'text'],
    'number',
    datePart,
    { required: 2 },
  ),
  nextClock: define(
    'When a clock of the time zone shows the time next, in Unix ms: nextClock(now, "17:00", "Europe/Berlin")',
    ['number', 'text', 'text'],
    'number',
    nextTimeOfDay,
  ),
  dyn: define('The value itself', ['any'], 'any', (value: unknown) => value),
}

function define(
  description: string,
  parameters: readonly (ValueType | 'sized')[],
  returns: ValueType,
  run: (...args: never[]) => unknown,
  shape: { required?: number; isVariadic?: boolean } = {},
): ExpressionFunction {
  return { description, parameters, returns, run, ...shape }
}

function two(type: ValueType): ValueType[] {
  return [type, type]
}

function three(type: ValueType): ValueType[] {
  return [type, type, type]
}
