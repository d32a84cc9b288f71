// The functions of lists and maps.
import { average, greatest, item, least, sort, sum, unique } from '../lists.ts'
import { flatten } from '../records.ts'
import { contains, size, slice } from '../texts.ts'
import { keysOf, valuesOf } from '../values.ts'
import { define, type FunctionTable } from './define.ts'
import { chunk, zip } from './parts.ts'

export const listFunctions: FunctionTable = {
  size: define('Characters of a text, items of a list, keys of a map', ['sized'], 'number', size),
  contains: define('Is the second in the text or list?', ['sized', 'any'], 'bool', contains),
  slice: define('From an index, up to another', ['sized', 'number', 'number'], 'any', slice, { required: 2 }),
  first: define('The first item of a list', ['list'], 'any', (list: unknown[]) => item(list, 0)),
  last: define('The last item of a list', ['list'], 'any', (list: unknown[]) => item(list, list.length - 1)),
  min: define('The least of a list, or of the arguments', ['any'], 'any', least, { isVariadic: true }),
  max: define('The greatest of a list, or of the arguments', ['any'], 'any', greatest, { isVariadic: true }),
  sort: define('The list in ascending order: all numbers, or all texts', ['list'], 'list', sort),
  flatten: define('The list with the items of its lists in their place', ['list'], 'list', flatten),
  reverse: define('The list from last to first', ['list'], 'list', (list: unknown[]) => list.toReversed()),
  unique: define('The list without repetitions', ['list'], 'list', unique),
  keys: define('The keys of a map', ['map'], 'list', keysOf),
  values: define('The values of a map', ['map'], 'list', valuesOf),
  sum: define('The sum of the numbers of a list', ['list'], 'number', sum),
  avg: define('The average of the numbers of a list', ['list'], 'number', average),
  zip: define(
    'The items of two lists in pairs, null where one list is shorter: zip(["a"], [1]) is [["a", 1]]',
    ['list', 'list'],
    'list',
    zip,
  ),
  chunk: define(
    'The list in lists of so many items; the last may be shorter',
    ['list', 'number'],
    'list',
    chunk,
  ),
}
