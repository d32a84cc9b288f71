// What is read one after the other: the sentences of the top, each item with what is below it.
import type { Token } from './lattice/tokens.ts'
import type { Node } from './layout/layout.ts'
import { areDetails } from './meaning/flow/details.ts'
import type { Parser } from './parser.ts'

/** Each sentence of the top is read by itself; an item with what is below it as one. */
export function unitsOf(nodes: readonly Node[], parser: Parser): Node[] {
  const units = nodes.flatMap(node => {
    const last = node.sentences.length - 1
    return node.sentences.map(
      (sentence, index): Node => ({
        number: node.number,
        sentences: [sentence],
        children: index === last ? node.children : [],
      }),
    )
  })
  // "The subject is "Hi"." belongs to the call before it.
  const joined: Node[] = []
  for (const unit of units) {
    const before = joined.at(-1)
    const isMore =
      before !== undefined &&
      before.children.length === 0 &&
      unit.children.length === 0 &&
      unit.sentences.every(tokens => mayBeDetails(tokens, parser))
    if (isMore) joined[joined.length - 1] = { ...before, sentences: [...before.sentences, ...unit.sentences] }
    else joined.push(unit)
  }
  return joined
}

/** How much dearer details may be than what else the words say. */
const farther = 6

function mayBeDetails(tokens: readonly Token[], parser: Parser): boolean {
  const { body } = parser.sentence(tokens)
  const best = Math.min(...body.map(({ cost }) => cost))
  return body.some(({ value, cost }) => areDetails(value) && cost <= best + farther)
}

/** Names that the author gives: loop variables and results are nouns. */
export function namesIn(prompt: string): Set<string> {
  const names = new Set<string>()
  for (const [, name] of prompt.matchAll(/\{\{\s*([a-z]\w*)\s*[.}]/gi))
    if (name !== 'inputs' && name !== 'steps') names.add(name!.toLowerCase().replaceAll('_', ' '))
  for (const [, name] of prompt.matchAll(/\beach (\w+) in \{\{/gi)) names.add(name!.toLowerCase())
  for (const [, name] of prompt.matchAll(/\b(?:call|name) (?:it|this|that|them|the \w+) (\w+)/gi))
    names.add(name!.toLowerCase())
  return names
}

/** What stands below "Kind regards" is a name. */
export function withoutSignOff(nodes: readonly Node[], parser: Parser): readonly Node[] {
  const at = nodes.findLastIndex(
    node =>
      node.children.length === 0 && node.sentences.length > 0 && isFrame(node.sentences.at(-1)!, parser),
  )
  if (at === -1) return nodes
  const after = nodes.slice(at + 1)
  const isName = after.every(
    node =>
      node.children.length === 0 &&
      node.sentences.length === 1 &&
      node.sentences[0]!.filter(token => token.kind === 'word').length <= 4,
  )
  return isName && after.length <= 2 ? nodes.slice(0, at + 1) : nodes
}

export function isFrame(tokens: readonly Token[], parser: Parser): boolean {
  return parser.sentence(tokens).body.some(({ value }) => value.every(({ s }) => s === 'frame'))
}
