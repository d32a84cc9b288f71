// Work on text and JSON beyond the built-in tools: differences, patches, schemas, YAML, XML, Markdown. Sends
// nothing.
import type { FirstPartyServer } from '../first-party-server.ts'
import { diffJson } from './diff-json.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { mergeJson } from './merge-json.ts'
import { parseXmlTool } from './parse-xml.ts'
import { patchJson } from './patch-json.ts'
import { validateJson } from './validate-json.ts'
import { formatYaml, parseYaml } from './yaml.ts'

export const textJsonServer: FirstPartyServer = {
  slug: 'text-json',
  name: 'Text and JSON',
  description:
    'Compares, patches, merges and validates JSON, reads and writes YAML, reads XML, and makes HTML of Markdown.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['data', 'developer'],
  credential: null,
  settings: null,
  tools: [
    ...[diffJson, patchJson, mergeJson, validateJson],
    ...[parseYaml, formatYaml, parseXmlTool, markdownToHtml],
  ],
}
