// An order: by a command, an update, a tool, or one by one.
import { type Call, readingsOf } from '../../grammar/packing.ts'
import type { Complement, Np } from '../../grammar/terms.ts'
import { toolWays } from '../calls/tools.ts'
import { updateWays } from '../calls/updates.ts'
import { commandWays } from '../commands/table.ts'
import { locally } from '../explore.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { celOf } from '../values.ts'
import { each } from './loops.ts'
import { oneByOne } from './one-by-one.ts'
import { runBody } from './statements.ts'

/** An order in the way it is read: each by itself, once in a state. */
export function call(state: State, statement: Call): void {
  const readings = readingsOf(statement)
  if (readings.length === 1) return callRead(state, readings[0]!.call)
  const { call: read } = state.choose(readings)
  locally(state, read, one => callRead(one, read))
}

function callRead(state: State, statement: Call): void {
  const ways = [
    ...commandWays(state, statement),
    ...updateWays(state, statement),
    ...toolWays(state, statement),
    ...eachWays(state, statement),
    ...wordedWays(state, statement),
  ]
  for (const calls of oneByOne(statement))
    ways.push({
      cost: 2.5,
      use: () => {
        for (const each of calls) locally(state, each, one => call(one, each))
      },
    })
  ways.sort((a, b) => a.cost - b.cost)
  const way = state.choose(ways.slice(0, 20), 'no tool does that')
  way.use()
}

/** "post the total of the hours as "Hours: {{total}}"": a figure, and the text that it stands in. */
function wordedWays(state: State, statement: Call) {
  const figure = statement.parts.find(part => part.a === 'np' && isFigure(part.np))
  const text = statement.parts.find(
    part => (part.a === 'text' || (part.a === 'prep' && part.prep === 'as')) && hasPlaces(part.np),
  )
  if (figure?.a !== 'np' || text === undefined || !('np' in text)) return []
  const parts = statement.parts.flatMap((part): Complement[] =>
    part === figure ? [] : part === text ? [{ a: 'text', np: text.np }] : [part],
  )
  const use = () => {
    const cel = celOf(state, resolve(state, figure.np))
    const before = state.steps.length
    call(state, { ...statement, parts })
    if (!JSON.stringify(state.steps.slice(before)).includes(cel))
      dead('the figure stands nowhere in the text')
  }
  return [{ cost: 0.5, use }]
}

function isFigure({ t }: Np): boolean {
  return t === 'aggregate' || t === 'arithmetic' || t === 'share' || t === 'rounded'
}

function hasPlaces(np: Np): boolean {
  return np.t === 'value' && np.value.v === 'text' && /\{\{|<\w|\{\w|\[\w/.test(np.value.text)
}

/** "send an SMS for each one to its phone": what is done once for each, said within it. */
function eachWays(state: State, statement: Call) {
  return statement.parts.flatMap(part => {
    if (part.a !== 'prep' || !['for', 'per', 'with', 'of'].includes(part.prep)) return []
    const { np } = part
    if (np.t !== 'noun' || !(np.det === 'each' || (part.prep === 'per' && np.det === null))) return []
    const rest = { ...statement, parts: statement.parts.filter(other => other !== part) }
    const use = () => each(state, { ...np, det: 'each' }, null, () => runBody(state, [rest]))
    return [{ cost: 1.5, use }]
  })
}
