import fc from 'fast-check'
import { test } from 'tap'
import {
  decodeUtf8,
  depthLimit,
  parseJson,
  parseJsonObject,
  requireJson,
} from '../../../../http/pipeline/body/body.ts'
import { probes } from '../../../support/probes.ts'

const invalid = { code: 'invalid-json' }

test('a JSON value is read as JSON.parse reads it, when that changes nothing', async t => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), value => {
      const text = JSON.stringify(value)
      if (
        text.includes('__proto__') ||
        text.includes('\\u0000') ||
        !text.isWellFormed() ||
        // Whole numbers that no JS number holds become texts (domain/numerals.ts).
        /\d{16,}/.test(text) ||
        /\\ud[89a-f]/.test(text)
      )
        return
      t.strictSame(JSON.stringify(parseJson(text)), text)
    }),
  )
})

test('inputs may nest 64 deep in the body, not 65 (P25)', async t => {
  probes(t, 25)
  const body = (depth: number) => `{"inputs":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
  t.ok(parseJsonObject(body(64)))
  t.throws(() => parseJsonObject(body(65)), invalid, 'P25')
  t.ok(parseJson(`${'['.repeat(depthLimit)}${']'.repeat(depthLimit)}`))
})

test('brackets in strings do not nest', async t => {
  t.ok(parseJson(JSON.stringify({ text: '['.repeat(1_000), more: `"\\"${'{'.repeat(1_000)}` })))
})

test('an escaped quote does not end a string', async t => {
  t.strictSame(parseJson(JSON.stringify([`"${'['.repeat(100)}`])), [`"${'['.repeat(100)}`])
  t.throws(() => parseJson(`["\\\\"${',['.repeat(100)}`), invalid)
})

test('what nests without end is refused at its beginning (P24)', async t => {
  probes(t, 24)
  for (const text of ['['.repeat(1_000_000), '{"a":'.repeat(150_000)])
    t.throws(() => parseJson(text), invalid, 'P24')
})

test('a key __proto__ is refused, however it is spelt; constructor and prototype are data', async t => {
  t.throws(() => parseJson('{"a":{"__proto__":{}}}'), invalid)
  t.throws(() => parseJson('{"\\u005f_proto__":1}'), invalid)
  t.strictSame(parseJson('{"a":"__proto__"}'), { a: '__proto__' })
  t.strictSame(Object.keys(parseJson('{"constructor":1,"prototype":2}') as object), [
    'constructor',
    'prototype',
  ])
})

test('NUL and lone surrogates are refused in texts and keys (P28)', async t => {
  probes(t, 28)
  for (const text of [
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":["\\udc00x"]}',
    '{"\\u0000":1}',
    '{"\\ud800":1}',
  ]) {
    t.throws(() => parseJson(text), invalid, `P28 ${text}`)
  }
  t.strictSame(parseJson('{"a":"\\ud83d\\ude00 \\u00e9"}'), { a: '😀 é' })
})

test('a number that a double cannot keep is refused, or keeps its digits as a text (P29)', async t => {
  probes(t, 29)
  for (const text of ['1e400', '-1e400', '-0', '-0.0', '1e-400']) {
    t.throws(() => parseJson(`{"a":${text}}`), invalid, `P29 ${text}`)
  }
  for (const text of ['9007199254740991', '0', '0e5', '-0.5', '1.5', '0.1234567890123456789', '1e21']) {
    t.strictSame(parseJson(`{"a":${text}}`), { a: Number(text) }, text)
  }
  for (const text of ['9007199254740992', '-9007199254740993', '7615917337495251231', '1'.repeat(400)])
    t.strictSame(parseJson(`{"a":${text}}`), { a: text }, `P29 ${text} as a text of the same digits`)
})

test('a negative zero is refused wherever a value can stand, and dates are none', async t => {
  for (const text of ['-0', '[-0]', '[1,-0]', '[1,\t-0.0]', '{"a":\n-0}', '{"a": [ -0 ] }']) {
    t.throws(() => parseJson(text), invalid, text)
  }
  t.strictSame(parseJson('{"at":"2026-07-28"}'), { at: '2026-07-28' })
})

test('of a key given twice the last counts, everywhere (P27)', async t => {
  probes(t, 27)
  t.strictSame(parseJson('{"name":"a","name":"b"}'), { name: 'b' }, 'P27')
  t.strictSame(parseJson('{"name":"\\u0061","name":"b"}'), { name: 'b' })
})

test('a body is an object', async t => {
  for (const text of ['null', '[]', '"x"', '3', 'true']) t.throws(() => parseJsonObject(text), invalid, text)
})

test('bytes are UTF-8 without a mark (P30)', async t => {
  probes(t, 30)
  t.equal(decodeUtf8(Buffer.from('é😀')), 'é😀')
  t.throws(() => decodeUtf8(Buffer.from('\ufeff{}')), invalid)
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xc3]]) {
    t.throws(() => decodeUtf8(Uint8Array.from(bytes)), invalid, 'P30')
  }
})

test('a type is JSON in UTF-8, or refused (P31)', async t => {
  probes(t, 31)
  for (const type of [
    'application/json',
    'Application/JSON; Charset=UTF-8',
    'application/json;charset="utf-8"',
  ]) {
    t.doesNotThrow(() => requireJson(type), type)
  }
  for (const type of [
    '',
    'text/plain',
    'application/json; charset=utf-7',
    'application/json, text/plain',
    'application/jsonp',
  ]) {
    t.throws(() => requireJson(type), { code: 'unsupported-media-type' }, `P31 ${type}`)
  }
})
