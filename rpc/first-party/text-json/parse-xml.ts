// text-json__parse_xml
import { DomUtils } from 'htmlparser2'
import type { Json } from '../../../domain/json.ts'
import { flag, object, text } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { parseXml, type XmlNode, type XmlTree } from '../xml.ts'

export const parseXmlTool = firstPartyTool<{ text: string; lists?: boolean }>({
  name: 'parse_xml',
  title: 'Parse XML',
  description:
    'Turns XML into JSON: an element is an object of its children by name, a list where a name comes several times, or ' +
    'its text when it has nothing else. Attributes begin with @, text beside them is #text. Declares and fetches nothing.',
  effect: 'read',
  keywords: ['parse', 'read', 'convert', 'xml', 'soap', 'elements', 'attributes'],
  inputSchema: object(
    {
      text: text('Text', 'Text in XML', { maxLength: 1_048_576, 'x-words': ['text', 'in', 'from'] }),
      lists: flag('Lists', 'Every child is in a list, so that the shape does not depend on their number'),
    },
    ['text'],
  ),
  outputSchema: { type: 'object', title: 'Value', description: 'The root element by its name' },
  examples: [
    {
      prompt: 'Parse the XML text {{steps.answer.body}}',
      args: { text: '<order id="7"><line>Pen</line><line>Ink</line></order>' },
      output: { order: { '@id': '7', line: ['Pen', 'Ink'] } },
    },
  ],
  run({ text: source, lists = false }) {
    const [root, ...others] = parseXml(source).filter(DomUtils.isTag)
    if (root === undefined || others.length > 0) {
      throw new ToolFailure('bad-text', 'the text is not XML: expected one root element')
    }
    return { [root.name]: valueOfElement(root.attribs, root.children, lists) }
  },
})

function valueOfElement(
  attributes: Readonly<Record<string, string>>,
  children: XmlTree,
  lists: boolean,
): Json {
  const fields = new Map<string, Json>(Object.entries(attributes).map(([name, value]) => [`@${name}`, value]))
  const grouped = Map.groupBy(children.filter(DomUtils.isTag), ({ name }) => name)
  for (const [name, elements] of grouped) {
    const values = elements.map(element => valueOfElement(element.attribs, element.children, lists))
    fields.set(name, lists || values.length > 1 ? values : values[0]!)
  }
  const words = textOfNodes(children)
  if (fields.size === 0) return words
  if (words !== '') fields.set('#text', words)
  return Object.fromEntries(fields)
}

function textOfNodes(children: XmlTree): string {
  const texts = children.filter((node: XmlNode) => DomUtils.isText(node) || DomUtils.isCDATA(node))
  return DomUtils.textContent(texts).trim()
}
