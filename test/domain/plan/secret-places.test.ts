import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { allowingSecrets, sharedPlaces } from '../../../domain/plan/secret-places.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'

const text = { type: 'string' }
const inputSchema = {
  type: 'object',
  properties: {
    amount: { type: 'number' },
    token: text,
    headers: { type: 'object', properties: { key: text, lang: text }, required: ['key'] },
    lines: { type: 'array', items: text },
    login: { $ref: '#/$defs/login' },
  },
  required: ['amount', 'token'],
  additionalProperties: false,
  $defs: { login: { type: 'object', properties: { password: text } } },
}
const bank = { $secret: 'bank' }
const shown = { amount: 50, token: bank }

/** What is wrong with arguments that were edited. */
function defect(edited: JsonObject, given: JsonObject = shown): string | null {
  return compileSchema(allowingSecrets(inputSchema, sharedPlaces(edited, given)))(edited)
}

test('a secret that stays where it was is not held against the schema, all the rest is', async t => {
  t.equal(defect({ amount: 40, token: bank }), null)
  t.match(defect({ amount: 'forty', token: bank }), /^amount: expected number/)
  t.match(defect({ amount: 40, token: bank, fee: 1 }), /^fee: expected no value/)
  t.match(defect({ amount: 40 }), /^token: expected a value/)
})

test('a secret in another place, or another one, is an object like any other', async t => {
  t.match(defect({ amount: 40, token: { $secret: 'bank#password' } }), /^token: expected string/)
  t.match(defect({ amount: bank, token: bank }), /^amount: expected number/)
})

test('a secret deep inside leaves what is beside it to be checked, as far as names lead', async t => {
  const given = { ...shown, headers: { key: bank }, lines: ['a', bank], login: { password: bank } }
  t.equal(defect(given, given), null)
  t.match(defect({ ...given, headers: { key: bank, lang: 5 } }, given), /^headers.lang: expected string/)
  t.match(defect({ ...given, headers: { lang: 'en' } }, given), /^headers.key: expected a value/)
  t.equal(defect({ ...given, lines: [7, bank] }, given), null, 'the hub checks the list')
  t.match(defect({ ...given, lines: [7] }, given), /^lines.0: expected string/)
})

test('arguments without a secret are held against the very schema', async t => {
  t.equal(allowingSecrets(inputSchema, sharedPlaces({ amount: 1, token: 'x' }, shown)), inputSchema)
})
