// The functions of lists of records. A field is named by its path: `customer.name`.
import { groupBy, sortBy } from '../records.ts'
import { define, type FunctionTable } from './define.ts'
import { countBy, find, sumBy, toMap } from './lookups.ts'
import { bullets, table } from './written.ts'

export const recordFunctions: FunctionTable = {
  sortBy: define(
    'The records in the order of a field: sortBy(orders, "customer.name", "descending")',
    ['list', 'text', 'text'],
    'list',
    sortBy,
    { required: 2 },
  ),
  groupBy: define(
    'The records by a field: groupBy(orders, "status") is [{"key": "open", "items": [...]}]',
    ['list', 'text'],
    'list',
    groupBy,
  ),
  find: define(
    'The first record with this value in the field, null when none has it: find(orders, "customer.name", "Ada")',
    ['list', 'text', 'any'],
    'any',
    find,
  ),
  toMap: define(
    'The records by a field, as a map, or one field by another: toMap(people, "id", "name"); of two with one key the later',
    ['list', 'text', 'text'],
    'map',
    toMap,
    { required: 2 },
  ),
  sumBy: define(
    'The sum of a field of the records; a record without it adds nothing',
    ['list', 'text'],
    'number',
    sumBy,
  ),
  countBy: define(
    'How many records have each value of a field, as a map: countBy(orders, "status")',
    ['list', 'text'],
    'map',
    countBy,
  ),
  table: define(
    'The records as a table in Markdown, of all their fields or of these: table(orders, ["id", "customer.name"])',
    ['list', 'list'],
    'text',
    table,
    { required: 1 },
  ),
  bullets: define(
    'The items of a list, or a field of its records, as lines that begin with "- "',
    ['list', 'text'],
    'text',
    bullets,
    { required: 1 },
  ),
}
