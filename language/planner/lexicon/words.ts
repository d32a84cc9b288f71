// Words of English by their role. Synonyms are data: a word added to a line is understood wherever its line
// is.
import { wordTable } from '../lattice/word-table.ts'

/** Words that are no nouns, no names and no values: never taken for content. */
export const closed = new Set(
  `a an the all each every any no none both either neither some this that these those which who whom whose what
 it its itself he him his she her hers they them their theirs i me my mine we us our ours you your yours
 be is are was were been being am do does did done have has had having will would shall should can could may might must
 and or but nor if then else otherwise unless when whenever while until till because since as than so thus
 of in on at to from by for with without within into onto over under above below between among per via about after before during
 not never only just also too again please let lets let's there here how many much more most less least fewer fewest
 except excluding instead once twice up out off down yes even ever still yet already rather otherwise alone`.split(
    /\s+/,
  ),
)

export function isGeneralWord(word: string): boolean {
  return closed.has(word.toLowerCase())
}

/** Nouns of the language that any workflow may use. */
export const genericNouns = new Set(
  `result output answer response list item row record line entry one rest other remainder value number figure amount total sum count
 id name field text data day date time object error message column email address step workflow average mean minimum maximum
 percentage difference product quotient report link url subject body title comment note reason hour minute week month year input word character
 file page content customer user person thing duplicate people everything everyone anything something nothing somebody anybody
 title state status price quantity space dash hyphen comma semicolon underscore slash`.split(/\s+/),
)

/** Nouns of several words, in the singular. */
export const genericPhrases: readonly (readonly string[])[] = [
  'plain text',
  'upper case',
  'lower case',
  'capital letter',
  'small letter',
  'email address',
  'mail address',
  'line break',
  'phone number',
  'full name',
  'decimal place',
  'decimal digit',
  'whole number',
  'full amount',
  'total amount',
  'due date',
  'creation date',
  'time zone',
  'json object',
].map(phrase => phrase.split(' '))

/** Superlatives: what they measure, and which end of it. `null`: a measure that the head noun must tell. */
export const measures: ReadonlyMap<
  string,
  {
    readonly fields: readonly string[]
    readonly end: 'max' | 'min'
    readonly kind: 'number' | 'date' | 'any'
  }
> = (() => {
  const lines: readonly (readonly [
    words: string,
    end: 'max' | 'min',
    kind: 'number' | 'date' | 'any',
    fields: string,
  ])[] = [
    ['largest biggest greatest', 'max', 'number', 'amount total size value sum price quantity balance count'],
    [
      'smallest littlest tiniest',
      'min',
      'number',
      'amount total size value sum price quantity balance count',
    ],
    [
      'highest top maximum max',
      'max',
      'number',
      'amount total value price score rate priority quantity count',
    ],
    [
      'lowest bottom minimum min',
      'min',
      'number',
      'amount total value price score rate priority quantity count',
    ],
    ['most', 'max', 'number', ''],
    ['fewest least', 'min', 'number', ''],
    [
      'latest newest most_recent last_created youngest',
      'max',
      'date',
      'created date time placed updated published at on start opened received sent issued hired',
    ],
    [
      'oldest earliest',
      'min',
      'date',
      'created date time placed updated published at on start opened received sent issued hired',
    ],
    ['cheapest', 'min', 'number', 'price cost amount total'],
    [
      'dearest priciest costliest most_expensive most_valuable',
      'max',
      'number',
      'price cost amount total value',
    ],
    ['longest', 'max', 'number', 'length duration hours minutes days time size'],
    ['shortest', 'min', 'number', 'length duration hours minutes days time size'],
    ['heaviest', 'max', 'number', 'weight mass'],
    ['lightest', 'min', 'number', 'weight mass'],
    ['fastest quickest', 'min', 'number', 'duration time seconds latency'],
    ['slowest', 'max', 'number', 'duration time seconds latency'],
    ['best', 'max', 'number', 'score rating grade rank'],
    ['worst', 'min', 'number', 'score rating grade rank'],
    ['soonest next', 'min', 'date', 'due date start deadline close at on'],
  ]
  return new Map(
    lines.flatMap(([words, end, kind, fields]) =>
      words
        .split(' ')
        .map(
          word => [word.replace('_', ' '), { end, kind, fields: fields.split(' ').filter(Boolean) }] as const,
        ),
    ),
  )
})()

/** Comparatives that name what they compare: "cheaper than 5", "older than 2024-01-01". */
export const comparatives: ReadonlyMap<
  string,
  { readonly op: '>' | '<'; readonly fields: readonly string[]; readonly kind: 'number' | 'date' }
> = new Map([
  ['cheaper', { op: '<', fields: ['price', 'cost', 'amount', 'total'], kind: 'number' }],
  ['dearer', { op: '>', fields: ['price', 'cost', 'amount', 'total'], kind: 'number' }],
  ['older', { op: '<', fields: ['created', 'date', 'placed', 'opened', 'age'], kind: 'date' }],
  ['newer', { op: '>', fields: ['created', 'date', 'placed', 'opened', 'age'], kind: 'date' }],
  ['heavier', { op: '>', fields: ['weight', 'mass'], kind: 'number' }],
  ['lighter', { op: '<', fields: ['weight', 'mass'], kind: 'number' }],
  ['longer', { op: '>', fields: ['length', 'duration', 'hours', 'minutes'], kind: 'number' }],
  ['shorter', { op: '<', fields: ['length', 'duration', 'hours', 'minutes'], kind: 'number' }],
])

/** Field names that people call otherwise. */
export const fieldSynonyms = wordTable<readonly string[]>({
  email: ['email address', 'mail address', 'mail', 'address', 'email adress'],
  amount: ['sum', 'total', 'value', 'worth', 'price', 'full amount', 'total amount'],
  total: ['amount', 'sum', 'value', 'worth', 'total amount'],
  price: ['cost', 'amount', 'value'],
  name: ['full name'],
  id: ['number', 'identifier', 'key'],
  status: ['state'],
  state: ['status'],
  quantity: ['amount', 'number', 'count', 'stock'],
  description: ['text'],
  created_at: ['creation date', 'date', 'created'],
  title: ['name'],
  subject: ['title'],
  text: ['body', 'content', 'message', 'wording'],
  body: ['text', 'content', 'message', 'wording'],
  message: ['text', 'body', 'content', 'wording'],
  comment: ['note', 'remark', 'text'],
  reason: ['cause', 'comment'],
  hours: ['time'],
  phone: ['phone number', 'telephone', 'number'],
  due_date: ['deadline', 'due'],
  'birth date': ['born', 'birthday', 'date of birth'],
})

export const numberWords = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
export const ordinals = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
export const months =
  'january february march april may june july august september october november december'.split(' ')
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
export const roles = ['viewer', 'member', 'admin', 'owner']

/** Cities that people say for a zone. */
export const cities = wordTable<string>({
  berlin: 'Europe/Berlin',
  london: 'Europe/London',
  paris: 'Europe/Paris',
  madrid: 'Europe/Madrid',
  rome: 'Europe/Rome',
  vienna: 'Europe/Vienna',
  zurich: 'Europe/Zurich',
  amsterdam: 'Europe/Amsterdam',
  lisbon: 'Europe/Lisbon',
  dublin: 'Europe/Dublin',
  stockholm: 'Europe/Stockholm',
  warsaw: 'Europe/Warsaw',
  prague: 'Europe/Prague',
  athens: 'Europe/Athens',
  istanbul: 'Europe/Istanbul',
  'new york': 'America/New_York',
  chicago: 'America/Chicago',
  denver: 'America/Denver',
  'los angeles': 'America/Los_Angeles',
  toronto: 'America/Toronto',
  'sao paulo': 'America/Sao_Paulo',
  tokyo: 'Asia/Tokyo',
  singapore: 'Asia/Singapore',
  'hong kong': 'Asia/Hong_Kong',
  dubai: 'Asia/Dubai',
  sydney: 'Australia/Sydney',
  utc: 'UTC',
  gmt: 'UTC',
})
