// The functions of texts and of patterns in them.

import { join } from '../lists.ts'
import {
  capitalize,
  inCase,
  indexOf,
  lastIndexOf,
  lines,
  padStart,
  replace,
  slice,
  split,
  truncate,
  words,
} from '../texts.ts'
import { define, type FunctionTable } from './define.ts'
import { matches, matchGroups, replacePattern } from './patterns.ts'

export const textFunctions: FunctionTable = {
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
    ['text', 'text', 'text'],
    'text',
    replace,
  ),
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
  matches: define('Does the text contain a match of the RE2 pattern?', ['text', 'text'], 'bool', matches),
  matchGroups: define(
    'What the groups of the first match of the RE2 pattern hold: a list, or a map where they have names; null without a match',
    ['text', 'text'],
    'any',
    matchGroups,
  ),
  replacePattern: define(
    'The text with every match of the RE2 pattern replaced; $1 is its first group: replacePattern(name, "(\\w+), (\\w+)", "$2 $1")',
    ['text', 'text', 'text'],
    'text',
    replacePattern,
  ),
}
