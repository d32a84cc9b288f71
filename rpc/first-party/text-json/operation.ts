// The schema of one JSON Patch operation (RFC 6902, section 4).
import { anything, choice, list, object, text } from '../../builtin/schema.ts'

const pointer = (title: string, description: string) =>
  text(title, description, { pattern: '^(/([^/~]|~[01])*)*$', maxLength: 10_000 })

const operation = object(
  {
    op: choice('Operation', 'What to do', { add: [], remove: [], replace: [], move: [], copy: [], test: [] }),
    path: pointer('Path', 'Where, as a JSON Pointer: /lines/0/price'),
    from: pointer('From', 'From where, of move and copy'),
    value: anything('Value', 'Of add, replace and test'),
  },
  ['op', 'path'],
)

export const patchSchema = list('Patch', 'Operations in order', {
  items: operation,
  maxItems: 10_000,
  'x-words': ['patch', 'with'],
})
