// What a text holds: "{{inputs.csv}} is a CSV text with the header "name,hours"", "it is a list of things,
// each with a name and a price". It is said of the text, in one sentence or in several.
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
      if (Object.hasOwn(whole, name) && whole[name] !== value) return null
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
  rule(
    'CONTROL',
    "it|this|that be|'s|hold|contain DATA DATAMORE*",
    ([, , said, more], at) => holds([said, ...more], at),
    ['It is a list', "it's a list where each item has task_id"],
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

  rule(
    'DATATEXT',
    'the|a|an|this? DATAFORMAT :|,? HOLE',
    ([, format, , hole]) => merged([format, of(hole)]),
    ['CSV {{inputs.x}}', 'CSV {{inputs.id}}'],
  ),
  rule('DATATEXT', 'the|a|an|this? DATAFORMAT in HOLE', ([, format, , hole]) => merged([format, of(hole)]), [
    'CSV in {{inputs.x}}',
    'CSV in {{inputs.id}}',
  ]),
  rule('DATATEXT', "HOLE , that|this? be|'s? DATA", ([hole, , , , said]) => merged([of(hole), said])),
  rule('DATAFORMAT', 'csv text|data|file|string|content|table?', (): Said => ({ format: 'csv' }), [
    'csv',
    'csv text',
  ]),
  rule('DATAFORMAT', 'json text|data|file|string|content?', (): Said => ({ format: 'json' }), [
    'json',
    'json text',
  ]),
  rule('DATA', 'a|an|the|some? DATAFORMAT', ([, format]) => format, ['CSV', 'JSON']),
  rule('DATA', 'a|an|the|some? DATAFORMAT DATALIST', ([, format, list]) => merged([format, list]), [
    'CSV list',
    'CSV array',
  ]),
  rule('DATA', 'a|an|the? DATALIST', ([, list]) => list, ['list', 'array']),
  rule('DATALIST', 'list|array of HEAD', ([, , head]): Said | null =>
    head.isPlural ? { noun: known(head), isList: true } : null,
  ),
  rule('DATALIST', 'list|array', (): Said => ({ isList: true }), ['list', 'array']),

  rule('DATAPART', 'the|its? DATAHEADER be|: the? header|column? DATANAMES', parts => columns(parts.at(-1)), [
    'header be name',
    'header be "name,hours"',
  ]),
  rule(
    'DATAPART',
    'the|its? DATAHEADER of|in it|which be the? header? DATANAMES',
    parts => columns(parts.at(-1)),
    ['header of it be name', 'header of it be header name'],
  ),
  rule('DATAHEADER', 'header line|row?', () => 'header', ['header', 'header line']),
  rule('DATAHEADER', 'first line|row', () => 'header', ['first line', 'first row']),
  rule('DATAHEADER', 'column|columns name?', () => 'header', ['columns', 'column']),
  rule('DATAMORE', ',|.|;? and|where|whose? DATAPART', ([, , said]) => said, [
    'header be name',
    'header of it be name',
  ]),
  rule('DATAMORE', ',? with|having the|a|an? DATAHEADER :? DATANAMES', parts => columns(parts.at(-1)), [
    'with header name',
    'with header task_id',
  ]),
  rule('DATAMORE', ', DATAHEADER DATANAMES', ([, , names]) => columns(names), [
    ', header name',
    ', header a name',
  ]),
  rule(
    'DATAMORE',
    ',? with QUOTED as the|its? header line|row?',
    ([, , names]) => columns(columnsOf(names)),
    ['with "Hi" as header', 'with "Hi" as header line'],
  ),
  rule('DATAMORE', '( the|with? DATAHEADER be|:? DATANAMES )', parts => columns(parts[4]), [
    '( header name )',
    '( header a name )',
  ]),
  rule('DATAMORE', ',|:|-|– DATA', ([, said]) => said),
  rule('DATAMORE', ", it|that|which be|'s DATA", parts => parts.at(-1)),
  rule('DATAMORE', ',? with|that|which hold|contain? DATA', parts => parts.at(-1)),
  rule(
    'DATAMORE',
    ',? and? in|where|with? which? each|every|all DATAITEM have|be|with|having DATANAMES',
    (parts): Said => ({ fields: parts.at(-1) }),
    ['each them have name', 'each them with name'],
  ),
  rule('DATAMORE', ',? each|all? with|having DATANAMES', (parts): Said => ({ fields: parts.at(-1) }), [
    'with name',
    'with a name',
  ]),
  rule(
    'DATAMORE',
    ',? and? that|which|they each|all? have DATANAMES',
    (parts): Said => ({
      fields: parts.at(-1),
    }),
    ['that have name', 'that have a name'],
  ),
  rule(
    'DATAMORE',
    ', and? each|every|all DATAITEM have DATANAMES',
    (parts): Said => ({ fields: parts.at(-1) }),
    [', each them have name', ', each them have a name'],
  ),
  rule('DATAMORE', ', and? each|all have DATANAMES', (parts): Said => ({ fields: parts.at(-1) }), [
    ', each have name',
    ', each have a name',
  ]),
  rule('DATAMORE', ',? whose HEAD have DATANAMES', (parts): Said => ({ fields: parts.at(-1) }), [
    'whose order have name',
    'whose order have a name',
  ]),
  rule('DATAITEM', 'of|one? them|these|those?', (): Said => ({}), ['them', 'these']),
  rule('DATAITEM', 'item|thing|object|record|entry|row|element in|of? it|them?', (): Said => ({}), [
    'item',
    'item it',
  ]),
  rule('DATANAMES', 'QUOTED', ([names]) => columnsOf(names), ['"name,hours"', '"title,project"'], 0.1),
  rule('DATANAMES', 'DATANAME DATANAMEMORE*', ([first, more]) => [first, ...more], ['name', 'a name']),
  rule('DATANAMEMORE', ',|and|+ DATANAME', ([, name]) => name, [',hours', '+ price']),
  rule('DATANAMEMORE', ', and DATANAME', ([, , name]) => name, [', and name', ', and line']),
  rule('DATANAME', 'a|an|the|its? NAMEWORD', ([, name]) => (reserved.has(name) ? null : name), [
    'name',
    'line',
  ]),
  rule('DATANAME', 'a|an|the|its? CODE', ([, { text }]) => (/^\w+$/.test(text) ? text : null), [
    '`a`',
    'a `a`',
  ]),
  rule('DATANAME', 'a|an|the|its? QUOTED', ([, { text }]) => (/^\w+$/.test(text) ? text : null), [
    'a "text"',
    'a "task_id"',
  ]),
]

const reserved = new Set(
  'a an the and or it each every all of with in return then for if to be is'.split(' '),
)

const of = ({ source }: { readonly source: string }): Said => ({ source })

/** Of a header line: "name,hours". */
function columnsOf({ text }: { readonly text: string }): readonly string[] {
  return text.split(',').map(name => name.trim())
}
