// The law of the notation over plans that somebody has meant: those of the guides. laws.long.ts has those
// that the reader makes of the prompts of many people.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { isObject } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import { blocksOf } from '../../docs/page-blocks.ts'
import { faultOf } from './law.ts'

const root = join(import.meta.dirname, '../../..')

test('plans of the guides are read as they are written', async t => {
  const pages = globSync('docs/**/*.md', { cwd: root }).map(page => readFileSync(join(root, page), 'utf8'))
  const blocks = pages.flatMap(blocksOf).filter(({ language }) => language === 'json')
  const plans = blocks.flatMap(({ text }) => plansIn(parsed(text)))
  t.ok(plans.length >= 10, `${plans.length} plans`)
  t.strictSame(plans.flatMap(faultOf), [])
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An example that leaves something out says so by a field "...". */
function plansIn(value: unknown): readonly Plan[] {
  if (Array.isArray(value)) return value.flatMap(plansIn)
  if (!isObject(value)) return []
  if (!Array.isArray(value['steps'])) return Object.values(value).flatMap(plansIn)
  const { plan, faults } = readPlan(value as never)
  return faults.length > 0 || JSON.stringify(value).includes('"..."') ? [] : [plan]
}
