// Words that ask for judgement or for a text that nobody wrote: no rule does it, only a tool that is called
// so.
import type { Token } from '../lattice/tokens.ts'
import type { Lexicon } from './tool-model.ts'

const verbs =
  'summarise summarize translate classify categorise categorize analyse analyze assess evaluate judge decide prioritise prioritize draft compose rewrite rephrase paraphrase reword polish proofread shorten recommend suggest guess predict infer interpret detect brainstorm'
const nouns =
  'summary translation classification sentiment tone mood judgement judgment opinion recommendation draft gist highlights poem essay story joke slogan'
const adjectives =
  'polite friendly rude angry unhappy suspicious offensive inappropriate professional catchy engaging persuasive interesting relevant important sensible appropriate plausible'

const judging = new Set(`${verbs} ${nouns} ${adjectives}`.split(' '))

/** "The summary", "the sentiment": nobody has made it yet. */
export function asksForJudgement(noun: string): boolean {
  return judging.has(noun)
}

/** The word of a sentence that asks for judgement, where no tool has it. */
export function judgementIn(tokens: readonly Token[], lexicon: Lexicon): Token | null {
  const isOfTool = (word: string) =>
    lexicon.verbs.has(word) ||
    lexicon.nouns.has(word) ||
    lexicon.enumWords.has(word) ||
    lexicon.adjectives.has(word)
  return (
    tokens.find(
      token =>
        token.kind === 'word' &&
        token.lemmas.some(lemma => judging.has(lemma)) &&
        !token.lemmas.some(isOfTool),
    ) ?? null
  )
}
