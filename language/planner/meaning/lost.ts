// The last look at a plan that was read: every value that the author wrote is in it somewhere, and an
// approval holds something back. A rule that drops a value would make a plan that is silently wrong.
import type { Step } from '../../../domain/plan/plan.ts'
import type { Span } from '../grammar/terms.ts'
import type { Token } from '../lattice/tokens.ts'
import type { Node } from '../layout/layout.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'

const valued: ReadonlySet<Token['kind']> = new Set([
  'quoted',
  'hole',
  'email',
  'channel',
  'url',
  'id',
  'json',
])

/** @returns the place of the first value that the plan does not hold; null: it holds all */
export function lostIn(nodes: readonly Node[], plan: unknown): Span | null {
  const text = plain(JSON.stringify(plan, withoutWords))
  const tokens = tokensOf(nodes)
  for (const [at, token] of tokens.entries()) {
    if (!valued.has(token.kind) && !isCodeSaid(token, tokens[at - 1])) continue
    // 1st, 3s: part of a time.
    if (token.kind === 'id' && /^\d/.test(token.text)) continue
    const parts = token.text.split(/\{\{?.*?\}?\}|<[^<>]*>|\\n/).map(plain)
    // An input stays what it is; other names become what they stand for.
    const input = /^inputs\.\w+$/.exec(token.text)?.[0]
    const said = token.kind !== 'hole' ? parts : input === undefined ? [] : [plain(input)]
    if (said.some(part => part.length > 1 && !text.includes(part))) return [token.start, token.end]
  }
  return null
}

/** "is EUR", "= DE": what something is equal to. */
function isCodeSaid({ kind, text }: Token, before: Token | undefined): boolean {
  return kind === 'word' && /^[A-Z]{2,4}$/.test(text) && /^(?:is|are|=|==|equals)$/.test(before?.lower ?? '')
}

/**
 * A service that is named ("the Teams card", "from Jira") is one that the plan calls.
 * @returns the place of the first one that it does not; null: it calls all
 */
export function unusedServiceIn(
  nodes: readonly Node[],
  steps: readonly Step[],
  { services, tools }: Lexicon,
): Span | null {
  if (services.size === 0) return null
  const calls = new Set(
    all(steps).flatMap(step => (step.kind === 'tool' ? [`${step.server} ${step.tool}`] : [])),
  )
  const used = new Set(
    tools.flatMap(({ tool, services: own }) => (calls.has(`${tool.server} ${tool.name}`) ? own : [])),
  )
  const unused = [...services].filter(service => !used.has(service)).map(service => service.split(' '))
  for (const tokens of sentencesOf(nodes))
    for (const [at, { kind, start, text }] of tokens.entries()) {
      // As a proper name: a document is no Documents.
      if ((kind !== 'word' && kind !== 'id') || !/^[A-Z]/.test(text)) continue
      const found = unused.find(words => words.every((word, index) => tokens[at + index]?.lower === word))
      if (found !== undefined) return [start, tokens[at + found.length - 1]!.end]
    }
  return null
}

/** The words that a step was read from hold everything. */
function withoutWords(this: { kind?: string }, key: string, value: unknown): unknown {
  return (key === 'title' || key === 'span') && this.kind !== undefined ? undefined : value
}

/** Values are written in other ways: `no_show` is said "No show". */
function plain(text: string): string {
  return text
    .replace(/\\[nrt"\\]/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function tokensOf(nodes: readonly Node[]): readonly Token[] {
  return sentencesOf(nodes).flat()
}

function sentencesOf(nodes: readonly Node[]): readonly (readonly Token[])[] {
  return nodes.flatMap(node => [...node.sentences, ...sentencesOf(node.children)])
}

/**
 * An approval that nothing waits for: what it is for was said before it, and would be done without it.
 * @param isEffect the step changes something
 */
export function isIdleApproval(steps: readonly Step[], isEffect: (step: Step) => boolean): boolean {
  return endsAsking(steps) && all(steps).some(step => step.kind === 'tool' && isEffect(step))
}

function endsAsking(steps: readonly Step[]): boolean {
  const last = steps.at(-1)
  if (last?.kind === 'approval') return true
  return last?.kind === 'if' && listsOf(last).some(endsAsking)
}

function all(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap(step => [step, ...listsOf(step).flatMap(all)])
}

function listsOf(step: Step): readonly (readonly Step[])[] {
  if (step.kind === 'if') return [...step.cases.map(each => each.steps), step.else ?? []]
  if (step.kind === 'foreach') return [step.steps]
  return step.kind === 'parallel' ? step.branches.map(each => each.steps) : []
}
