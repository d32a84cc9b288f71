// Words that link a tool's arguments to their values, whatever tool it is.

/** Link an argument's name and its value. */
export const prepositions: ReadonlySet<string> = new Set([
  ...[
    'to',
    'from',
    'by',
    'as',
    'with',
    'using',
    'in',
    'into',
    'on',
    'at',
    'of',
    'for',
    'about',
    'via',
    'per',
    'through',
  ],
])

/** What an argument may be called without being named: `the text "abc"`, `the address https://...`. */
export const typeNouns: ReadonlySet<string> = new Set([
  ...[
    'text',
    'string',
    'number',
    'value',
    'list',
    'url',
    'address',
    'link',
    'website',
    'site',
    'endpoint',
    'date',
    'data',
  ],
  ...['object', 'json', 'field', 'column', 'page', 'file', 'result', 'items', 'word', 'phrase'],
])

/**
 * Prepositions that introduce an argument of a tool that does not say so itself, by what its property is
 * called.
 */
export const usualIntroducers: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(to|recipient|recipients|destination|target|email|address|channel|url|uri)$/i, ['to']],
  [/^(from|source|sender|origin|url|uri)$/i, ['from']],
  [/^(channel|room|folder|project|workspace|location|path)$/i, ['in', 'into', 'to']],
  [/^(date|time|day|when|due|start|at)$/i, ['on', 'at']],
  [/^(customer|user|account|client|owner|assignee)$/i, ['for']],
  [/^(subject|topic|title)$/i, ['about']],
  [/^(name|title|label)$/i, ['named', 'called', 'titled']],
  [/^(body|text|message|content|comment|description)$/i, ['saying', 'that says', 'with text']],
  [/^(body|payload|data|fields|values)$/i, ['with']],
  [/^(field|key|column|sort|group)$/i, ['by']],
  [/^(format|type|kind)$/i, ['as']],
  [/^(id|identifier)$/i, ['with id', 'number']],
]

/** Hold arguments together. */
export const connectives: ReadonlySet<string> = new Set(['with', 'using', 'and', ',', 'having', 'where'])

/** Stand before the name of an argument: `in the format "..."`, `with json body ...`. */
export const leadIns: ReadonlySet<string> = new Set([...connectives, ...prepositions, ...typeNouns])

/** What the items of a list may be called without saying more. */
export const listNouns: ReadonlySet<string> = new Set([
  ...['items', 'rows', 'entries', 'elements', 'records', 'values', 'numbers', 'list', 'lines', 'objects'],
])

/** Say that something is wanted, not what; for tools that change nothing. */
export const genericVerbs: ReadonlySet<string> = new Set([
  ...['get', 'find', 'compute', 'determine', 'give', 'take', 'make', 'look', 'read', 'obtain', 'check'],
])
