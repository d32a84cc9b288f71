// Words that every JavaScript object knows are words like any other: no table is looked up by them, and
// nothing throws.
import { test } from 'tap'
import { plan } from '../../../language/planner/planner.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'

const tools = builtinTools.map(tool => ({ ...tool, server: null }))
const words = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'prototype']
const frames = [
  (word: string) => word,
  (word: string) => `Get the ${word}`,
  (word: string) => `If ${word} is ${word}, return ${word}`,
  (word: string) => `Sort {{inputs.x}} by ${word}`,
  (word: string) => `Replace ${word} with ${word} in {{inputs.x}}`,
  (word: string) => `Post {{${word}}} to #${word}`,
  (word: string) => `every ${word} at 9:00 ${word} time, return 1`,
  (word: string) => `wait 5 ${word}`,
  (word: string) => `the ${word} of ${word} with ${word} ${word}`,
]

for (const word of words)
  test(`${word} is a word`, async t => {
    for (const frame of frames) t.doesNotThrow(() => plan(frame(word), tools), frame(word))
  })
