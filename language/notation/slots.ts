// What a slot of a sentence holds, exactly: how it is written, and how it is read.
import { isObject, type Json } from '../../domain/json.ts'
import type { Argument } from '../../domain/plan/plan.ts'
import type { SlotForm } from '../../domain/plan/sentences/form.ts'
import { offeredName, splitOfferedName } from '../../domain/tools/tool.ts'
import {
  type Reading,
  readArgument,
  readCode,
  readSchema,
  type Writing,
  writeArgument,
  writeCode,
  writeSchema,
} from './blocks.ts'
import { readInline, writeInline } from './pairs.ts'
import type { Cursor } from './values/cursor.ts'
import { readDuration, writeDuration } from './values/durations.ts'
import { readExpression, writeExpression } from './values/expressions.ts'
import type { MarkKind } from './values/hearing.ts'
import { readJsonText, writeJsonText } from './values/json-texts.ts'
import { readTimes, writeTimes } from './values/times.ts'
import { readName, readValue, writeName, writeValue } from './values/values.ts'

/** What only the starts of a plan hold: times, a time zone, expressions by their names. */
export type NotationForm = SlotForm | 'times' | 'zone' | 'formulas'

/** A step, or an object in it; what is read is put into it. */
export type Holder = { [field: string]: unknown }

export interface SlotNotation {
  readonly write: (value: never, at: Writing, holder: Holder) => string
  /** Puts other fields than its own into the holder itself. */
  readonly read: (cursor: Cursor, at: Reading, holder: Holder) => unknown
}

const argument: SlotNotation = { write: writeArgument, read: readArgument }
const expression: SlotNotation = { write: writeExpression, read: readExpression }
const pairs: SlotNotation = { write: writeInline, read: readInline }
const name: SlotNotation = { write: writeName, read: cursor => readName(cursor) }
const text: SlotNotation = { write: writeJsonText, read: readJsonText }
const whole = /\d{1,15}/y

export const slots: { readonly [Form in NotationForm]: SlotNotation } = {
  value: argument,
  result: argument,
  moment: argument,
  expression,
  condition: expression,
  pairs,
  arguments: pairs,
  name,
  word: name,
  text,
  code: text,
  javascript: { write: writeCode, read: readCode },
  schema: { write: writeSchema, read: readSchema },
  count: {
    write: String,
    read: readCount,
  },
  duration: { write: writeDuration, read: readDuration },
  times: { write: writeTimes, read: readTimes },
  zone: {
    write: (zone: string) => (/^[A-Za-z][\w+/-]*$/.test(zone) ? zone : writeJsonText(zone)),
    read: readZone,
  },
  ids: {
    write: (ids: readonly string[]) => (ids.length === 0 ? 'no step' : ids.map(writeName).join(', ')),
    read: cursor => (cursor.take('no step') ? [] : readNames(cursor)),
  },
  tools: {
    write: (tools: readonly string[]) =>
      tools.length === 0 ? 'no tools' : `the tools ${tools.map(writeName).join(', ')}`,
    read: cursor => {
      if (cursor.take('no tools')) return []
      if (!cursor.take('the tools ')) cursor.fail('"no tools" or "the tools "')
      return readNames(cursor, 'tool')
    },
  },
  tool: {
    write: (_: string, __, step) => writeTool(step),
    read: (cursor, _, step) => readTool(cursor, step),
  },
  people: {
    write: (_: never, __, holder) => writePeople(holder),
    read: (cursor, _, holder) => readPeople(cursor, holder),
  },
  choices: { write: (choices: Json) => writeValue(choices), read: readChoices },
  formulas: { write: writeFormulas, read: readFormulas },
}

function readCount(cursor: Cursor): number {
  const start = cursor.at
  const digits = cursor.match(whole) ?? cursor.fail('a whole number')
  cursor.mark('literal', start)
  return Number(digits)
}

function readZone(cursor: Cursor): string | null {
  if (cursor.startsWith('"')) return readJsonText(cursor)
  const start = cursor.at
  const zone = cursor.match(/[A-Za-z][\w+/-]*/y)
  cursor.mark('name', start)
  return zone
}

function readNames(cursor: Cursor, kind: MarkKind = 'name'): readonly string[] {
  const names: string[] = []
  do {
    cursor.offer({ type: 'name', of: kind })
    names.push(readName(cursor, kind))
  } while (cursor.take(', '))
  return names
}

/** By its offered name, or as an object where that is not the name of this tool alone. */
function writeTool({ server = null, tool }: Holder): string {
  const called = { server: server as string | null, tool: tool as string }
  const offered = offeredName({ server: called.server, name: called.tool })
  const { server: slug, tool: own } = splitOfferedName(offered)
  const isPlain = slug === called.server && own === called.tool && /^[A-Za-z_][\w-]*$/.test(offered)
  return isPlain ? offered : writeValue(called, true)
}

function readTool(cursor: Cursor, step: Holder): unknown {
  const start = cursor.at
  const said = cursor.startsWith('{') ? readValue(cursor, true) : splitOfferedName(readName(cursor, 'tool'))
  const { server, tool } = said as Holder
  if (typeof tool !== 'string' || (server !== null && typeof server !== 'string'))
    cursor.fail('the name of a tool', start)
  step['server'] = server
  return tool
}

function writePeople({ assignees, assigneesFrom }: Holder): string {
  const named = assignees === undefined ? [] : [writeValue(assignees as Argument, true)]
  const from = assigneesFrom as readonly string[] | undefined
  const computed = from === undefined ? [] : [`the computed [${from.map(writeExpression).join(', ')}]`]
  const said = [...named, ...computed]
  return said.length === 0 ? 'someone' : `someone among ${said.join(' and ')}`
}

/** @returns undefined where no assignees are named */
function readPeople(cursor: Cursor, holder: Holder): unknown {
  cursor.expect('someone')
  if (!cursor.take(' among ')) return undefined
  const isNamed = !cursor.startsWith('the computed ')
  const assignees = isNamed ? readTexts(cursor) : undefined
  if (isNamed && !cursor.take(' and ')) return assignees
  cursor.expect('the computed ')
  const start = cursor.at
  const from = readValue(cursor)
  const sources = Array.isArray(from) ? from.map(each => (isObject(each) ? each['$'] : null)) : [null]
  if (!sources.every(each => typeof each === 'string')) cursor.fail('a list of {{cel}}', start)
  holder['assigneesFrom'] = sources
  return assignees
}

function readTexts(cursor: Cursor): readonly string[] {
  const start = cursor.at
  const texts = readValue(cursor, true)
  if (!Array.isArray(texts) || !texts.every(each => typeof each === 'string'))
    cursor.fail('a list of texts', start)
  return texts as readonly string[]
}

function readChoices(cursor: Cursor): unknown {
  const start = cursor.at
  const choices = readValue(cursor)
  const isList = Array.isArray(choices) && choices.every(each => typeof each === 'string')
  if (!isList && !(isObject(choices) && typeof choices['$'] === 'string'))
    cursor.fail('a list of texts, or {{cel}}', start)
  return choices
}

function writeFormulas(formulas: { readonly [name: string]: string }): string {
  return writeValue(Object.fromEntries(Object.entries(formulas).map(([key, source]) => [key, { $: source }])))
}

function readFormulas(cursor: Cursor): unknown {
  const start = cursor.at
  const read = readValue(cursor)
  const entries = isObject(read) ? Object.entries(read) : null
  if (entries === null || !entries.every(([, each]) => isObject(each) && typeof each['$'] === 'string'))
    cursor.fail('an object of {{cel}}', start)
  return Object.fromEntries(entries!.map(([key, each]) => [key, (each as { $: string }).$]))
}
