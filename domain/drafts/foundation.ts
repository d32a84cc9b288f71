// Holds a plan that a model drafted to the words of its prompt: whatever no words carry is an error. What
// a tool's description, or anything else that the model has read, asks for gets into no plan. Called by
// grounding.ts.
// 1. A step that calls, runs, asks, waits or fails quotes the prompt.
// 2. A tool that changes something has a verb of its own in its quotes; a tool that removes something also
//    its object. Names count, descriptions do not. No two such tools share one clause.
// 3. A tool that reads shares a word with the prompt.
// 4. Every value is founded (founded-values.ts).
// 5. Every word of weight is quoted by a step, the schedule, or as an aside; a word that turns a meaning
//    round ("not", "only", "unless") by a step.
// 6. What was quoted is also done, where that can be seen (lost-meaning.ts).
import { isObject, type Json } from '../json.ts'
import { allSteps } from '../plan/nested-steps.ts'
import type { Diagnostic, Plan, Step } from '../plan/plan.ts'
import { verbGroups } from '../planner/lexicon/verbs.ts'
import { type HubTool, offeredName } from '../tools/tool.ts'
import type { Draft } from './draft.ts'
import { unfoundedValues } from './founded-values.ts'
import { lostMeaning } from './lost-meaning.ts'
import { isLight, isTurning, type PromptWord, PromptWords, wordsOf } from './prompt-words.ts'
import { contains, type QuotedPrompt, type Span, sentencesOf } from './quotes.ts'

export interface FoundationContext {
  readonly prompt: string
  readonly quotes: QuotedPrompt
  readonly tools: ReadonlyMap<string, HubTool>
}

export function unfounded(draft: Draft, plan: Plan, context: FoundationContext): readonly Diagnostic[] {
  return new Foundation(draft, plan, context).diagnostics()
}

class Foundation {
  readonly #draft: Draft
  readonly #plan: Plan
  readonly #steps: readonly Step[]
  readonly #context: FoundationContext
  readonly #words: PromptWords
  readonly #sentences: readonly Span[]
  readonly #found: Diagnostic[] = []
  /** Clauses by their beginnings, and the tool that changes something for each. */
  readonly #asked = new Map<number, string>()

  constructor(draft: Draft, plan: Plan, context: FoundationContext) {
    this.#draft = draft
    this.#plan = plan
    this.#steps = allSteps(plan.steps)
    this.#context = context
    this.#words = new PromptWords(context.prompt)
    this.#sentences = sentencesOf(context.prompt)
  }

  diagnostics(): readonly Diagnostic[] {
    const known = fieldNames(this.#context.tools.values())
    const quoted: Span[] = []
    for (const step of this.#steps) {
      const spans = this.#spansOf(this.#draft.steps.find(({ id }) => id === step.id)?.words ?? [])
      quoted.push(...spans)
      this.#step(step, spans)
      const tool = this.#toolOf(step)
      for (const { field, said } of unfoundedValues(step, this.#words, tool?.inputSchema ?? null, known)) {
        const message = `${step.id}.${field}: the prompt does not say ${JSON.stringify(said)}`
        this.#report('UNFOUNDED_VALUE', step, field, message)
      }
    }
    this.#leftOver(quoted)
    this.#lost()
    return this.#found
  }

  #step(step: Step, spans: readonly Span[]): void {
    const isSilent = ['set', 'if', 'foreach', 'parallel', 'return'].includes(step.kind)
    if (isSilent) return
    const tool = this.#toolOf(step)
    if (tool?.effect === 'pure') return
    if (spans.length === 0) {
      const message = `${step.id}: no words of the prompt ask for it`
      return this.#report('UNFOUNDED_STEP', step, '', message)
    }
    if (tool !== null) this.#tool(step, tool, spans)
  }

  #tool(step: Step, tool: HubTool, spans: readonly Span[]): void {
    const name = offeredName(tool)
    const refuse = (why: string) => this.#report('UNFOUNDED_STEP', step, '', `${step.id}: ${why}`)
    const inside = this.#words.all.filter(({ span }) => spans.some(quote => contains(quote, span)))
    if (tool.effect === 'read') {
      const isNamed = namesOf(tool).some(word => this.#words.has(word))
      if (!isNamed && !inside.some(word => isVerbOf(word, tool)))
        refuse(`no words of the prompt speak of what ${name} reads`)
      return
    }
    const verbs = inside.filter(word => !this.#isNoun(word) && isVerbOf(word, tool))
    if (verbs.length === 0)
      return refuse(`${name} changes something, and no verb of the prompt asks for that`)
    const free = verbs.find(verb => (this.#asked.get(this.#clauseOf(verb)) ?? name) === name)
    if (free === undefined) {
      const other = this.#asked.get(this.#clauseOf(verbs[0]!))!
      return refuse(
        `${name} and ${other} are both called for ${JSON.stringify(verbs[0]!.text)}, which asks for one`,
      )
    }
    this.#asked.set(this.#clauseOf(free), name)
    const [, ...objects] = wordsIn(tool.name)
    if (tool.effect === 'destructive' && objects.length > 0 && !objects.some(word => this.#words.has(word)))
      refuse(`${name} removes something that the prompt does not name`)
  }

  /** "A message" is something, and "message Anna" is something to do. */
  #isNoun(word: PromptWord): boolean {
    return determiners.has(this.#words.all[this.#words.all.indexOf(word) - 1]?.text ?? '')
  }

  /** Where the clause of a word begins: after a comma, "and", "then" or the end of a sentence. */
  #clauseOf({ span: [at] }: PromptWord): number {
    const [from] = this.#sentences.find(([start, end]) => start <= at && at < end) ?? [0, 0]
    const before = this.#context.prompt.slice(from, at)
    const ends = [...before.matchAll(/[,:]|\b(?:and|then|or|but|otherwise)\b/gi)]
    return from + (ends.at(-1)?.index ?? 0)
  }

  #leftOver(quoted: readonly Span[]): void {
    const { schedule, aside } = this.#draft
    const scheduled = schedule === null ? [] : this.#spansOf(schedule.words)
    const asides = this.#spansOf(aside)
    const isIn = (spans: readonly Span[], word: PromptWord) => spans.some(span => contains(span, word.span))
    const left = this.#words.all.filter(word => {
      if (isIn(quoted, word) || isIn(scheduled, word)) return false
      return isTurning(word) || !(isLight(word) || isIn(asides, word))
    })
    for (const [start, end] of runsOf(left).slice(0, 10)) {
      const said = this.#context.prompt.slice(start, end)
      const message = `the plan does nothing for ${JSON.stringify(said.slice(0, 200))}`
      this.#found.push({ code: 'UNREAD_WORDS', severity: 'error', path: null, span: [start, end], message })
    }
  }

  #lost(): void {
    const { schedule, aside } = this.#draft
    const elsewhere = this.#spansOf([...(schedule?.words ?? []), ...aside])
    for (const { span, lack } of lostMeaning(this.#draft, this.#plan, this.#words, elsewhere)) {
      const said = JSON.stringify(this.#context.prompt.slice(...span).slice(0, 200))
      const message = `the prompt says ${said}, and the plan ${lack}`
      // The step that quotes the words is the one to repair: of a block and what is inside, the latter.
      const path = this.#draft.steps.findLast(({ words }) =>
        this.#spansOf(words).some(quote => contains(quote, span)),
      )?.id
      this.#found.push({ code: 'UNREAD_WORDS', severity: 'error', path: path ?? null, span, message })
    }
  }

  /** Places of quotes; one that runs over sentences is none. */
  #spansOf(quotes: readonly string[]): Span[] {
    return quotes.flatMap(quote =>
      this.#context.quotes
        .find(quote)
        .filter(([start, end]) => this.#sentences.some(([from, to]) => from <= start && end <= to)),
    )
  }

  #toolOf(step: Step): HubTool | null {
    if (step.kind !== 'tool') return null
    return this.#context.tools.get(offeredName({ server: step.server, name: step.tool })) ?? null
  }

  #report(code: 'UNFOUNDED_STEP' | 'UNFOUNDED_VALUE', step: Step, field: string, message: string): void {
    const path = field === '' ? step.id : `${step.id}.${field}`
    this.#found.push({ code, severity: 'error', path, span: step.span ?? null, message })
  }
}

const determiners = new Set(
  'a an the this that these those my our your his her its their each every any no of by in with for from'.split(
    ' ',
  ),
)

/** A verb of the tool's name, or one that does the same. */
function isVerbOf(word: PromptWord, tool: HubTool): boolean {
  const verbs = [wordsIn(tool.name)[0], ...wordsIn(tool.title).slice(0, 1)]
  // What we say of our own tools can be relied on.
  const own = tool.server === null ? tool.keywords.flatMap(keyword => wordsIn(keyword).slice(0, 1)) : []
  return [...verbs, ...own].some(
    verb => verb !== undefined && word.lemmas.some(lemma => lemma === verb || doesTheSame(lemma, verb)),
  )
}

function doesTheSame(verb: string, other: string): boolean {
  const groups = verbGroups.get(other)
  return groups !== undefined && (verbGroups.get(verb) ?? []).some(group => groups.includes(group))
}

function namesOf(tool: HubTool): readonly string[] {
  const own = tool.server === null ? tool.keywords : []
  const said = [tool.name, tool.title, tool.server ?? '', ...own].flatMap(wordsIn)
  return said.filter(word => word.length > 1 && !isLight({ text: word }))
}

function wordsIn(name: string): readonly string[] {
  const apart = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
  return wordsOf(apart).map(({ text }) => text)
}

/** Names of fields in the results of tools, and the values that their schemas list. */
function fieldNames(tools: Iterable<HubTool>): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (schema: Json | undefined, depth: number) => {
    if (depth > 8 || !isObject(schema)) return
    for (const [name, part] of Object.entries((schema['properties'] ?? {}) as object)) {
      names.add(name)
      visit(part as Json, depth + 1)
    }
    visit(schema['items'] as Json, depth + 1)
  }
  for (const { outputSchema, observedOutput, inputSchema } of tools) {
    for (const schema of [outputSchema, observedOutput, inputSchema]) visit(schema ?? undefined, 0)
  }
  return names
}

/** Neighbouring words as one span. */
function runsOf(words: readonly PromptWord[]): Span[] {
  const runs: [number, number][] = []
  for (const { span } of words) {
    const last = runs.at(-1)
    if (last !== undefined && span[0] - last[1] <= 2) last[1] = span[1]
    else runs.push([span[0], span[1]])
  }
  return runs
}
