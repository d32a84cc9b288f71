// Branches that run at once: "in parallel: fetch A, fetch B and fetch C", or a list below it.
import type { JsonSchema } from '../../json.ts'
import type { Step } from '../../plan/plan.ts'
import { type Attempt, failed, nothing, single, stepOf, withDiagnostics } from '../attempt.ts'
import { type Environment, freshId, inside, leave } from '../environment.ts'
import { isFiller, splitPoints, withoutColon } from '../sentence.ts'
import { readItems, readSentence, type Where } from '../statements.ts'
import type { Token } from '../text/tokens.ts'
import { phraseAt } from '../values/conditions.ts'
import { isSeparator } from './branch.ts'

export function readParallel(tokens: readonly Token[], start: number, { body, env }: Where): Attempt {
  const id = freshId('parallel', env)
  const { tokens: given, isRace } = withoutRace(tokens.slice(start))
  const inline = withoutColon(given.filter((token, at) => at > 0 || !isSeparator(token)))
  const written = isFiller(inline)
    ? []
    : branchesOf(inline, env).map(branch => (at: Environment) => readSentence(branch, at))
  const listed = body.items.map(item => (at: Environment) => readItems([item], at))
  let taken: Environment = { ...env, takenIds: new Set([...env.takenIds, id]) }
  let attempt = nothing(taken)
  const schemas: (JsonSchema | null)[] = []
  const branches: { steps: readonly Step[] }[] = []
  for (const read of [...written, ...listed]) {
    const branch = read({ ...inside(env), takenIds: taken.takenIds })
    taken = leave(taken, branch.env)
    branches.push({ steps: branch.steps })
    schemas.push(schemaOfLast(branch))
    attempt = withDiagnostics(attempt, branch.diagnostics, branch.cost)
  }
  if (branches.length === 0)
    return failed(tokens, env, { code: 'UNREAD_WORDS', message: 'say what to do in parallel' })
  const race = isRace ? ({ wait: 'any' } as const) : {}
  const step: Step = { ...stepOf(id, tokens, env), kind: 'parallel', ...race, branches }
  const result = isRace ? resultOfRace(schemas) : { schema: { type: 'array' } }
  const whole = single(step, leave(env, taken), { result, cost: attempt.cost })
  return withDiagnostics(whole, attempt.diagnostics)
}

const races = [
  'whichever is first',
  'whichever finishes first',
  'whichever comes first',
  'whichever ends first',
]

/**
 * Without "whichever is first", at the beginning or the end: then the first branch's output is the output.
 */
function withoutRace(tokens: readonly Token[]): { tokens: readonly Token[]; isRace: boolean } {
  const isJoint = (token: Token | undefined) =>
    ['and', ',', 'take', 'use', ':', '('].includes(token?.lower ?? '')
  for (let at = 0; at < tokens.length; at++) {
    const end = races.map(words => phraseAt(tokens, at, words)).find(after => after !== null)
    if (end === undefined) continue
    let from = at
    while (from > 0 && isJoint(tokens[from - 1])) from -= 1
    const isAtEdge = from === 0 || !tokens.slice(end).some(token => token.text !== ':' && token.text !== ')')
    if (isAtEdge)
      return {
        tokens: [...tokens.slice(0, from), ...tokens.slice(tokens[end]?.text === ')' ? end + 1 : end)],
        isRace: true,
      }
  }
  return { tokens, isRace: false }
}

function schemaOfLast({ steps, env }: Attempt): JsonSchema | null {
  return env.results.find(({ id }) => id === steps.at(-1)?.id)?.schema ?? null
}

/** One of several outputs, which is clear when they are all of one kind. */
function resultOfRace([first = null, ...others]: readonly (JsonSchema | null)[]) {
  const isClear = first !== null && others.every(schema => schema === first)
  return { schema: isClear ? first : null, isUnclear: !isClear }
}

/** "fetch A, fetch B and fetch C": a branch begins where a verb follows a comma or "and". */
function branchesOf(tokens: readonly Token[], env: Environment): readonly (readonly Token[])[] {
  const points = splitPoints(tokens, env)
  const starts = [{ from: 0, start: 0 }, ...points]
  return starts.map(({ start }, index) => tokens.slice(start, points[index]?.from ?? tokens.length))
}
