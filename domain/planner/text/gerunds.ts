// "sending" is "send", "putting" is "put", "creating" is "create": verbs after "before".
import type { Environment } from '../environment.ts'
import { isStatementVerb } from '../simple.ts'

/** The verbs that a word can be a form of, of those that begin a statement. */
export function baseVerbs(word: string, env: Environment): readonly string[] {
  const [, root] = /^(\p{L}{2,})ing$/u.exec(word) ?? []
  const forms = root === undefined ? [word] : [root, `${root}e`, root.replace(/(\p{L})\1$/u, '$1')]
  return [...new Set(forms)].filter(form => isStatementVerb(form) || env.search.isVerb(form))
}
