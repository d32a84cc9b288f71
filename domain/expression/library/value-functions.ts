// The functions of numbers and of values of any type.
import { round } from '../lists.ts'
import { json, parseJson, toBool, toInteger, toNumber, toText } from '../texts.ts'
import { typeOf } from '../values.ts'
import { define, type FunctionTable } from './define.ts'
import { isBlank } from './parts.ts'

export const valueFunctions: FunctionTable = {
  round: define('The number rounded, to some decimal places', ['number', 'number'], 'number', round, {
    required: 1,
  }),
  toFixed: define(
    'The number as text with so many decimal places: toFixed(40.5, 2) is "40.50"',
    ['number', 'number'],
    'text',
    (value: number, places: number) => round(value, places).toFixed(places),
  ),
  floor: define('The whole number at or below', ['number'], 'number', Math.floor),
  ceil: define('The whole number at or above', ['number'], 'number', Math.ceil),
  abs: define('The number without its sign', ['number'], 'number', Math.abs),
  json: define('The value as JSON text', ['any'], 'text', json),
  parseJson: define('The value that a JSON text holds', ['text'], 'any', parseJson),
  number: define('The number that a text holds', ['any'], 'number', toNumber),
  double: define('The number that a text holds', ['any'], 'number', toNumber),
  int: define('The number without its fraction', ['any'], 'number', toInteger),
  string: define('The value as text; JSON when it is a list or map', ['any'], 'text', toText),
  bool: define('true or false from the text "true" or "false"', ['any'], 'bool', toBool),
  type: define('null, bool, number, text, list or map', ['any'], 'text', typeOf),
  dyn: define('The value itself', ['any'], 'any', (value: unknown) => value),
  isBlank: define(
    'Is it missing, null, a text of white space only, or a list or map without items?',
    ['any'],
    'bool',
    isBlank,
    { isTolerant: true },
  ),
}
