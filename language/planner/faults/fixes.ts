// Whole prompts to put in place of one that is not understood, found by mechanical means: a slip is replaced
// by the word that it is near to, a text gets its quotes, two orders in one sentence become two sentences,
// one of two readings is written out. Each is planned whole before it is offered; no word is dropped.
import type { Fix } from '../../../domain/plan/plan.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { lexiconOf } from '../lexicon/tool-model.ts'
import type { Read } from '../reader.ts'
import { diagnose, sentencesOf } from './diagnose.ts'
import { slipsIn } from './near.ts'
import { withPreposition, withQuotedLines, withQuotedWords } from './rewriting.ts'

export const fixesBounds = {
  fixes: 3,
  /** Prompts that are planned to find them. */
  tried: 6,
  promptLength: 4_000,
} as const

/** @param reads does the whole prompt read, in one way, and can it run? */
export function fixesFor(
  read: Read,
  prompt: string,
  tools: readonly HubTool[],
  reads: (prompt: string) => boolean,
): readonly Fix[] {
  if (prompt.length > fixesBounds.promptLength || read.trace === null) return []
  const fixes: Fix[] = []
  // Of two readings both are offered or none: the one that reads back is not the one that is meant.
  const areReadings = read.trace.units[read.trace.failed] === undefined
  for (const candidate of candidates(read, prompt, tools).slice(0, fixesBounds.tried)) {
    if (fixes.length >= fixesBounds.fixes) break
    if (candidate.prompt !== prompt && reads(candidate.prompt)) fixes.push(candidate)
  }
  return areReadings && fixes.length < 2 ? [] : fixes
}

function candidates(read: Read, prompt: string, tools: readonly HubTool[]): readonly Fix[] {
  const { units, failed, parser } = read.trace!
  const unit = units[failed]
  if (unit === undefined) {
    const readings = diagnose(read, tools)[0]?.candidates ?? []
    return readings.map(text => ({ title: 'Say it in this way', prompt: text }))
  }
  const lexicon = lexiconOf(tools)
  const slips = units.slice(failed).flatMap(each => slipsIn(sentencesOf(each).flat(), lexicon))
  const found: Fix[] = []
  if (slips.length > 0) {
    const title = slips.map(({ token, instead }) => `"${instead}" instead of "${token.text}"`).join(', ')
    found.push({ title: `Write ${title}`, prompt: replaced(prompt, slips) })
  }
  found.push(...withQuotedLines(prompt))
  for (const tokens of sentencesOf(unit)) {
    found.push(...withQuotedWords(prompt, tokens, lexicon), ...withPreposition(prompt, tokens, parser))
  }
  for (const tokens of unit.sentences) {
    // What is done in a case, for each or before something else stays in its sentence.
    if (tokens.some(({ lemmas }) => lemmas.some(lemma => binding.has(lemma)))) continue
    for (const [index, token] of tokens.entries()) {
      const next = tokens[index + 1]
      if (next === undefined || (token.lower !== 'and' && token.lower !== 'then') || next.kind !== 'word')
        continue
      if (!next.lemmas.some(lemma => lexicon.verbs.has(lemma) || lexicon.verbWords.has(lemma))) continue
      const before = prompt.slice(0, token.start).replace(/[\s,;]+$/, '')
      const after = prompt.slice(next.start)
      found.push({
        title: `Make two sentences of it before "${next.text}"`,
        prompt: `${before}. ${after[0]!.toUpperCase()}${after.slice(1)}`,
      })
    }
  }
  return found
}

const binding = new Set(
  'if unless when whenever while until otherwise else before after only except not each every per either or once'.split(
    ' ',
  ),
)

function replaced(
  prompt: string,
  slips: readonly { readonly token: { start: number; end: number }; readonly instead: string }[],
): string {
  return slips.reduceRight(
    (text, { token, instead }) => text.slice(0, token.start) + instead + text.slice(token.end),
    prompt,
  )
}
