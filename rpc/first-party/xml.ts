// Parses XML to a tree, for feeds, bucket listings and the XML tool. Only the five entities of XML exist:
// nothing is declared, fetched or expanded. Time and memory are proportional to the text.
import { DomHandler, Parser } from 'htmlparser2'
import { spend } from '../../domain/budgets/budget.ts'
import { paid, ToolFailure } from '../builtin/tool.ts'

/**
 * Deepest nesting: readers of the tree recurse, and the parser searches the open elements at each closing
 * tag.
 */
const maxDepth = 128
/** Units to read an element. */
const elementCost = 30
/** About 100 bytes each. */
const maxElements = 200_000

export type XmlTree = DomHandler['dom']
export type XmlNode = XmlTree[number]

/** @throws {ToolFailure} `too-large` */
export function parseXml(text: string): XmlTree {
  return paid(text, () => {
    const handler = new BoundedTree()
    new Parser(handler, { xmlMode: true }).end(text)
    return handler.dom
  })
}

class BoundedTree extends DomHandler {
  #depth = 0
  #elements = 0

  override onopentag(name: string, attributes: { [name: string]: string }): void {
    if (++this.#depth > maxDepth) throw tooLarge(`nested deeper than ${maxDepth} elements`)
    spend(elementCost + this.#depth / 4)
    if (++this.#elements > maxElements) throw tooLarge(`longer than ${maxElements} elements`)
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth--
    super.onclosetag()
  }
}

function tooLarge(what: string): ToolFailure {
  return new ToolFailure('too-large', `the XML is ${what}`)
}
