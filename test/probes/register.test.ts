// Keeps the register of probes true: every number is somewhere, and what is said to hold it is there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { later, measured, register } from './register.ts'

/** In the list of probes, these numbers are left out. */
const gaps = [12, 20, 23, 26, 32, 35, 38, 44, 49, 57, 59, 67, 71, 81, 83, 89, 94, 96, 100, 106]
const numbers = Array.from({ length: 112 }, (_, i) => i + 1).filter(number => !gaps.includes(number))

test('every probe is held by a law, or is of something that is not built yet', async t => {
  const known = [...Object.keys(register), ...Object.keys(later)].map(Number).sort((a, b) => a - b)
  t.strictSame(known, numbers)
  t.strictSame(
    measured.filter(number => !numbers.includes(number)),
    [],
  )
})

test('every law that the register names is there', async t => {
  for (const [number, places] of Object.entries(register)) {
    for (const [file, law] of places) {
      const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
      t.ok(text.includes(law), `P${number}: ${file}: ${law}`)
    }
  }
})
