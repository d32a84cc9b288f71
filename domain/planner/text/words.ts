// Words that the controlled English knows by itself, whatever tools there are.

/**
 * Say nothing about what is to be done; consumed by the statement that they stand in. Never a negation or a
 * number.
 */
export const articles: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'please',
  'kindly',
  'me',
  'my',
  'our',
])

/** May begin a statement. */
export const openers: ReadonlySet<string> = new Set([
  ...[
    'please',
    'kindly',
    'then',
    'next',
    'first',
    'firstly',
    'second',
    'secondly',
    'finally',
    'lastly',
    'and',
    'also',
  ],
  ...['now', 'afterwards', 'afterward', 'after that', 'to start', 'to begin'],
])

/** The output of the step before. */
export const wholeNouns: ReadonlySet<string> = new Set(['response', 'output', 'answer', 'reply'])
/** What that output carries: the body when it is the answer of a web address, else all of it. */
export const contentNouns: ReadonlySet<string> = new Set([
  ...[
    'result',
    'results',
    'data',
    'content',
    'contents',
    'page',
    'rows',
    'items',
    'list',
    'text',
    'value',
    'file',
  ],
])
export const pronouns: ReadonlySet<string> = new Set(['it', 'this', 'that', 'them', 'these', 'those'])
export const possessives: ReadonlySet<string> = new Set(['its', 'their', "it's"])

/** Stand between two statements, or two parts of one. */
export const joints: ReadonlySet<string> = new Set(['and', ',', 'then'])

/** Could turn the meaning of a statement round; only a construct that knows them may read them. */
export const weighty: ReadonlySet<string> = new Set([
  ...[
    'not',
    'no',
    'never',
    'without',
    'except',
    'unless',
    'only',
    'all',
    'or',
    'but',
    'until',
    'than',
    'if',
    'when',
    'any',
  ],
  ...[
    'each',
    'every',
    'both',
    'neither',
    'either',
    'other',
    'others',
    'rather',
    'instead',
    'first',
    'last',
    'again',
    'maybe',
  ],
])

/** Work that takes judgement: no rule can do it. */
export const modelVerbs: ReadonlySet<string> = new Set([
  ...[
    'summarize',
    'summarise',
    'decide',
    'classify',
    'translate',
    'analyze',
    'analyse',
    'explain',
    'rewrite',
    'rephrase',
  ],
  ...[
    'categorize',
    'categorise',
    'draft',
    'write',
    'compose',
    'judge',
    'recommend',
    'suggest',
    'brainstorm',
    'describe',
  ],
  ...[
    'understand',
    'interpret',
    'review',
    'evaluate',
    'assess',
    'improve',
    'proofread',
    'answer',
    'guess',
    'predict',
  ],
  ...[
    'prioritize',
    'prioritise',
    'infer',
    'think',
    'figure',
    'determine',
    'extract',
    'research',
    'compare',
    'generate',
  ],
])

/** Names that the expression language keeps for itself. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...[
    'as',
    'break',
    'const',
    'continue',
    'else',
    'for',
    'function',
    'if',
    'import',
    'let',
    'loop',
    'package',
    'namespace',
  ],
  ...[
    'return',
    'var',
    'void',
    'while',
    'in',
    'true',
    'false',
    'null',
    'inputs',
    'now',
    'steps',
    'cel',
    'has',
    'prototype',
  ],
])
