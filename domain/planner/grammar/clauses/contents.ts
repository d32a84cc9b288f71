// What a text holds: "{{inputs.csv}} is a CSV text with the header "name,hours"", "it is a list of things, each
// with a name and a price". It is said of the text, in one sentence or in several.
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Head, Statement } from '../terms.ts'

type Contents = Extract<Statement, { s: 'holds' }>
/** A part of what is said of it. */
type Said = Partial<Omit<Contents, 's' | 'span'>>

const known = (head: Head): string => head.words.join(' ')
const merged = (parts: readonly (Said | null)[]): Said | null => {
  const whole: { [name: string]: unknown } = {}
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) {
      // What is said twice must be the same.
      if (name in whole && whole[name] !== value) return null
      whole[name] = value
    }
  return whole
}
const holds = (parts: readonly (Said | null)[], at: At): Contents | null => {
  const said = merged(parts)
  if (said === null || (said.format === 'json' && said.isTable === true)) return null
  return {
    s: 'holds',
    source: null,
    format: said.isTable === true ? 'csv' : null,
    noun: null,
    fields: null,
    ...said,
    span: spanOf(at),
  }
}
const columns = (fields: readonly string[]): Said => ({ fields, isTable: true })

export const contentRules: readonly Rule[] = [
  rule('CONTROL', 'VOID* DATASAYS DATAMORE*', ([, said, more], at) => holds([said, ...more], at), [
    '{{inputs.csv}} is a CSV text with the header "name,hours"',
    'the JSON text {{inputs.json}} holds a list of things , each with a name and a price',
  ]),
  // More of what was spoken of before.
  rule('CONTROL', 'DATAPART DATAMORE*', ([said, more], at) => holds([said, ...more], at), [
    'the first line is "title,project"',
    'the header is "name,hours"',
  ]),
  rule('CONTROL', "it|this|that be|'s|hold|contain DATA DATAMORE*", ([, , said, more], at) =>
    holds([said, ...more], at),
  ),
  rule('DATASAYS', "HOLE be|hold|contain|'s DATA", ([hole, , said]) => merged([of(hole), said])),
  rule('DATASAYS', 'DATATEXT hold|contain|be DATA', ([text, , said]) => merged([text, said])),
  rule('DATASAYS', 'DATATEXT have the|a|an? DATAHEADER QUOTED', ([text, , , , names]) =>
    merged([text, columns(columnsOf(names))]),
  ),
  rule(
    'DATASAYS',
    'in HOLE i|we|you|there? will? get|find|have|give|receive|come|be|stand|paste DATA',
    parts => merged([of(parts[1]), parts.at(-1)]),
  ),
  rule(
    'DATASAYS',
    "i|we|someone|somebody|you|they will|'ll|'m|'ve|have|be? paste|give|get|supply|provide|put|send you? DATA ,|:|in|into|as|via|through HOLE",
    parts => merged([parts[4], of(parts[6])]),
  ),
  rule('DATASAYS', 'there be DATA in|inside HOLE', ([, , said, , hole]) => merged([said, of(hole)])),
  rule('DATASAYS', 'DATA come|arrive|be give|supply|provide|pass? in|as|via HOLE', ([said, , , , hole]) =>
    merged([said, of(hole)]),
  ),
  rule('DATASAYS', 'read|parse|take|evaluate|decode|load|open DATATEXT', ([, text]) => text),
  // A topic: what follows is about it.
  rule('DATASAYS', 'DATATEXT :|;', ([text]) => text),

  rule('DATATEXT', 'the|a|an|this? DATAFORMAT :|,? HOLE', ([, format, , hole]) => merged([format, of(hole)])),
  rule('DATATEXT', 'the|a|an|this? DATAFORMAT in HOLE', ([, format, , hole]) => merged([format, of(hole)])),
  rule('DATATEXT', "HOLE , that|this? be|'s? DATA", ([hole, , , , said]) => merged([of(hole), said])),
  rule('DATAFORMAT', 'csv text|data|file|string|content|table?', (): Said => ({ format: 'csv' })),
  rule('DATAFORMAT', 'json text|data|file|string|content?', (): Said => ({ format: 'json' })),
  rule('DATA', 'a|an|the|some? DATAFORMAT', ([, format]) => format),
  rule('DATA', 'a|an|the|some? DATAFORMAT DATALIST', ([, format, list]) => merged([format, list])),
  rule('DATA', 'a|an|the? DATALIST', ([, list]) => list),
  rule('DATALIST', 'list|array of HEAD', ([, , head]): Said | null =>
    head.isPlural ? { noun: known(head), isList: true } : null,
  ),
  rule('DATALIST', 'list|array', (): Said => ({ isList: true })),

  rule('DATAPART', 'the|its? DATAHEADER be|: the? header|column? DATANAMES', parts => columns(parts.at(-1))),
  rule('DATAPART', 'the|its? DATAHEADER of|in it|which be the? header? DATANAMES', parts =>
    columns(parts.at(-1)),
  ),
  rule('DATAHEADER', 'header line|row?', () => 'header'),
  rule('DATAHEADER', 'first line|row', () => 'header'),
  rule('DATAHEADER', 'column|columns name?', () => 'header'),
  rule('DATAMORE', ',|.|;? and|where|whose? DATAPART', ([, , said]) => said),
  rule('DATAMORE', ',? with|having the|a|an? DATAHEADER :? DATANAMES', parts => columns(parts.at(-1))),
  rule('DATAMORE', ', DATAHEADER DATANAMES', ([, , names]) => columns(names)),
  rule('DATAMORE', ',? with QUOTED as the|its? header line|row?', ([, , names]) => columns(columnsOf(names))),
  rule('DATAMORE', '( the|with? DATAHEADER be|:? DATANAMES )', parts => columns(parts[4])),
  rule('DATAMORE', ',|:|-|– DATA', ([, said]) => said),
  rule('DATAMORE', ", it|that|which be|'s DATA", parts => parts.at(-1)),
  rule('DATAMORE', ',? with|that|which hold|contain? DATA', parts => parts.at(-1)),
  rule(
    'DATAMORE',
    ',? and? in|where|with? which? each|every|all DATAITEM have|be|with|having DATANAMES',
    (parts): Said => ({ fields: parts.at(-1) }),
    ['{{inputs.json}} is a JSON list in which each item has a "task_id" and a "text"'],
  ),
  rule('DATAMORE', ',? each|all? with|having DATANAMES', (parts): Said => ({ fields: parts.at(-1) })),
  rule(
    'DATAMORE',
    ',? and? that|which|they each|all? have DATANAMES',
    (parts): Said => ({
      fields: parts.at(-1),
    }),
  ),
  rule(
    'DATAMORE',
    ', and? each|every|all DATAITEM have DATANAMES',
    (parts): Said => ({ fields: parts.at(-1) }),
  ),
  rule('DATAMORE', ', and? each|all have DATANAMES', (parts): Said => ({ fields: parts.at(-1) })),
  rule('DATAMORE', ',? whose HEAD have DATANAMES', (parts): Said => ({ fields: parts.at(-1) })),
  rule('DATAITEM', 'of|one? them|these|those?', (): Said => ({})),
  rule('DATAITEM', 'item|thing|object|record|entry|row|element in|of? it|them?', (): Said => ({})),
  rule('DATANAMES', 'QUOTED', ([names]) => columnsOf(names), [], 0.1),
  rule('DATANAMES', 'DATANAME DATANAMEMORE*', ([first, more]) => [first, ...more]),
  rule('DATANAMEMORE', ',|and|+ DATANAME', ([, name]) => name),
  rule('DATANAMEMORE', ', and DATANAME', ([, , name]) => name),
  rule('DATANAME', 'a|an|the|its? NAMEWORD', ([, name]) => (reserved.has(name) ? null : name)),
  rule('DATANAME', 'a|an|the|its? CODE', ([, { text }]) => (/^\w+$/.test(text) ? text : null)),
  rule('DATANAME', 'a|an|the|its? QUOTED', ([, { text }]) => (/^\w+$/.test(text) ? text : null)),
]

const reserved = new Set(
  'a an the and or it each every all of with in return then for if to be is'.split(' '),
)

const of = ({ source }: { readonly source: string }): Said => ({ source })

/** Of a header line: "name,hours". */
function columnsOf({ text }: { readonly text: string }): readonly string[] {
  return text.split(',').map(name => name.trim())
}
