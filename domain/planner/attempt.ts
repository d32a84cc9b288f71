// One reading of some words: the steps that it gives, what is wrong with it, and what the words after it can
// speak of. Readings are compared by cost; the cheapest one is kept.
import type { DiagnosticCode } from '../plan/diagnostics.ts'
import type { Diagnostic, Step } from '../plan/plan.ts'
import { type Environment, freshId, type Result, withResult } from './environment.ts'
import type { Token } from './text/tokens.ts'

export interface Attempt {
  readonly steps: readonly Step[]
  readonly diagnostics: readonly Diagnostic[]
  /** 0 when every word was read and nothing was assumed. */
  readonly cost: number
  readonly env: Environment
  /** What the words say about the step before them: how often it is tried, what follows when it fails. */
  readonly amend?: (before: Step) => Step
}

export function nothing(env: Environment): Attempt {
  return { steps: [], diagnostics: [], cost: 0, env }
}

/** A reading followed by another, which was made in the first one's environment. */
export function join(first: Attempt, second: Attempt): Attempt {
  const joined = {
    diagnostics: [...first.diagnostics, ...second.diagnostics],
    cost: first.cost + second.cost,
    env: second.env,
  }
  const last = first.steps.at(-1)
  if (last !== undefined) {
    const amended = second.amend === undefined ? last : second.amend(last)
    const steps = [...first.steps.slice(0, -1), amended, ...second.steps]
    return first.amend === undefined ? { ...joined, steps } : { ...joined, steps, amend: first.amend }
  }
  const amends = [first.amend, second.amend].filter(amend => amend !== undefined)
  if (amends.length === 0) return { ...joined, steps: second.steps }
  return {
    ...joined,
    steps: second.steps,
    amend: before => amends.reduce((step, amend) => amend(step), before),
  }
}

/** A reading of words about the step before them, `env.before`. */
export function amending(env: Environment, amend: (before: Step) => Step): Attempt {
  return { ...nothing(env), amend }
}

/** A reading of one step, with its result known to what follows. */
export function single(
  step: Step,
  env: Environment,
  about: { result?: Partial<Result>; cost?: number } = {},
): Attempt {
  const result = { id: step.id, names: [], schema: null, isUnclear: false, ...about.result }
  return {
    steps: [step],
    diagnostics: [],
    cost: about.cost ?? 0,
    env: { ...withResult(env, result), before: step },
  }
}

/** A step that ends the execution: it has no result, so what came before it is still what "it" means. */
export function ending(step: Step, env: Environment): Attempt {
  const takenIds = new Set([...env.takenIds, step.id])
  return { steps: [step], diagnostics: [], cost: 0, env: { ...env, takenIds, before: step } }
}

export function withDiagnostics(attempt: Attempt, diagnostics: readonly Diagnostic[], cost = 0): Attempt {
  return { ...attempt, diagnostics: [...attempt.diagnostics, ...diagnostics], cost: attempt.cost + cost }
}

export interface Defect {
  readonly code: DiagnosticCode
  readonly message: string
  readonly candidates?: readonly string[]
}

/**
 * Words that became no step. A step that would fail keeps their place, so that what follows can be judged
 * too.
 */
export function failed(
  tokens: readonly Token[],
  env: Environment,
  defect: Defect,
  cost = failureCost,
): Attempt {
  const id = freshId('unplanned', env)
  const step: Step = { ...stepOf(id, tokens, env), kind: 'fail', message: `not planned: ${defect.message}` }
  return withDiagnostics(
    single(step, env),
    [diagnostic(tokens, { ...defect, severity: 'error', path: id })],
    cost,
  )
}

/** More than any number of words that one statement can leave unread. */
const failureCost = 10_000

export function diagnostic(
  tokens: readonly Token[],
  {
    code,
    message,
    candidates,
    severity,
    path,
  }: Defect & { severity: Diagnostic['severity']; path: string | null },
): Diagnostic {
  const about = { code, severity, path, span: spanOf(tokens), message }
  return candidates === undefined || candidates.length === 0 ? about : { ...about, candidates }
}

/** UNREAD_WORDS for every run of words that nobody read. */
export function unreadWords(
  unread: readonly Token[],
  env: Environment,
  path: string | null,
): readonly Diagnostic[] {
  const runs: Token[][] = []
  for (const token of unread) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && env.prompt.slice(last.end, token.start).trim() === '') runs.at(-1)!.push(token)
    else runs.push([token])
  }
  return runs.map(run => {
    const words = env.prompt.slice(run[0]!.start, run.at(-1)!.end)
    const message = `not understood: "${words}"; leave it out, say it another way, or put a text in quotes`
    return diagnostic(run, { code: 'UNREAD_WORDS', severity: 'error', path, message })
  })
}

/** What all steps have in common: id, title in the author's words, and where those stand. */
export function stepOf(
  id: string,
  tokens: readonly Token[],
  env: Environment,
): Pick<Step, 'id' | 'title' | 'span'> {
  const span = spanOf(tokens)
  const title =
    span === null
      ? id
      : env.prompt
          .slice(...span)
          .replace(/\s+/g, ' ')
          .slice(0, 500)
          .toWellFormed()
  return { id, title, span }
}

export function spanOf(tokens: readonly Token[]): readonly [number, number] | null {
  return tokens.length === 0 ? null : [tokens[0]!.start, tokens.at(-1)!.end]
}
