// A statement that is carried out by a tool: "fetch ... as JSON", "count the items as total".
import type { Step } from '../../plan/plan.ts'
import { type Attempt, diagnostic, failed, single, stepOf, unreadWords, withDiagnostics } from '../attempt.ts'
import { type Environment, freshId } from '../environment.ts'
import { unreadCost } from '../reading.ts'
import type { Token } from '../text/tokens.ts'
import { readTool } from './tool-step.ts'

export function readToolStatement(tokens: readonly Token[], env: Environment): Attempt {
  const plain = readToolNamed(tokens, env, { tokens, name: null })
  const [as, name] = tokens.slice(-2)
  if (plain.cost < unreadCost || as?.lower !== 'as' || name?.kind !== 'word') return plain
  const named = readToolNamed(tokens.slice(0, -2), env, { tokens, name: name.text })
  return named.cost < plain.cost ? named : plain
}

function readToolNamed(
  words: readonly Token[],
  env: Environment,
  { tokens, name }: { tokens: readonly Token[]; name: string | null },
): Attempt {
  const { rest, format } = withoutFormat(words)
  let reading = readTool(rest, env)
  // "as JSON" says how a web answer is read, and that is what happens anyway; other tools must read it
  // themselves.
  if (format && !(reading.type === 'read' && readsBody(reading.binding.tool.outputSchema)))
    reading = readTool(words, env)
  if (reading.type === 'failed') return failed(tokens, env, reading, reading.cost)
  const { tool, args, unread, assumptions } = reading.binding
  const id = freshId(name ?? tool.name, env)
  const step: Step = { ...stepOf(id, tokens, env), kind: 'tool', server: tool.server, tool: tool.name, args }
  const verb = words[0]?.lower ?? ''
  const names = name === null ? [verb] : [verb, name.toLowerCase()]
  const attempt = single(step, env, { result: { schema: tool.outputSchema, names }, cost: reading.cost })
  const assumed = assumptions.map(message =>
    diagnostic(tokens, { code: 'ASSUMED', message, severity: 'info', path: id }),
  )
  return withDiagnostics(attempt, [...unreadWords(unread, env, id), ...assumed])
}

/** "as JSON", "as text" at the end of a statement. */
function withoutFormat(tokens: readonly Token[]): { rest: readonly Token[]; format: boolean } {
  const [as, format] = tokens.slice(-2)
  const isFormat = as?.lower === 'as' && ['json', 'text', 'html'].includes(format?.lower ?? '')
  return isFormat ? { rest: tokens.slice(0, -2), format: true } : { rest: tokens, format: false }
}

function readsBody(schema: { readonly [keyword: string]: unknown } | null): boolean {
  const properties = schema?.['properties']
  return (
    typeof properties === 'object' && properties !== null && 'body' in properties && 'status' in properties
  )
}
