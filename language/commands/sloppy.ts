// How people spell in a hurry, as the words that they mean. Places in the message stay as they are.
import { lemmasOf } from '../planner/lattice/lemmas.ts'
import type { Token } from '../planner/lattice/tokens.ts'
import { wordTable } from '../planner/lattice/word-table.ts'

const spellings = wordTable<string>({
  whats: 'what be',
  wats: 'what be',
  wat: 'what',
  hows: 'how be',
  whys: 'why be',
  wheres: 'where be',
  whos: 'who be',
  thats: 'that be',
  isnt: 'be not',
  arent: 'be not',
  wasnt: 'be not',
  dont: 'do not',
  doesnt: 'do not',
  didnt: 'do not',
  wont: 'will not',
  cant: 'can not',
  couldnt: 'could not',
  shouldnt: 'should not',
  mustnt: 'must not',
  hasnt: 'have not',
  havent: 'have not',
  im: 'i be',
  ive: 'i have',
  id: 'i would',
  u: 'you',
  ur: 'your',
  r: 'be',
  wanna: 'want to',
  gonna: 'will',
  gotta: 'must',
  gimme: 'give me',
  lemme: 'let me',
  rn: 'right now',
  wtf: 'what',
  wth: 'what',
  runing: 'running',
  plz: 'please',
  pls: 'please',
  plis: 'please',
  thanx: 'thanks',
  tnx: 'thanks',
  tks: 'thanks',
  wrkflow: 'workflow',
  wf: 'workflow',
  worflow: 'workflow',
  workflo: 'workflow',
  workfow: 'workflow',
})

export function plainTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap(token => {
    const meant = token.kind === 'word' ? spellings[token.lower] : undefined
    return meant === undefined ? [token] : meant.split(' ').map(word => withWord(token, word))
  })
}

/** The token as another word, at its place. */
export function withWord(token: Token, lower: string): Token {
  return { ...token, kind: 'word', lower, lemmas: lemmasOf(lower) }
}
