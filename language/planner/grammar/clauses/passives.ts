// Orders in the passive and as nouns.
import type { Rule } from '../../chart/chart.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { deeds } from '../../lexicon/deeds.ts'
import { type At, call, rule, spanOf } from '../build.ts'
import type { Body, Complement, NounTerm, Np, Post, Statement, Verb } from '../terms.ts'

export const passiveRules: readonly Rule[] = [
  // As it happens: "an SMS is sent to {{phone}}", ""Closed" is posted in #ops". What is so already is said
  // likewise, so a thing that is there needs more words than the verb.
  rule(
    'CLAUSE',
    'NP be VOID* VERB COMPL*',
    ([np, , , verb, parts], at) => (isTold(np, parts, verb, at) ? call(verb, parts, at, np) : null),
    ['an SMS is sent to {{inputs.phone}}', '"Closed" is then posted in #ops'],
    2,
  ),
  // Orders in the passive, with words between.
  rule(
    'CLAUSE',
    'NP MODAL VOID VOID* be VOID* VERB COMPL*',
    ([np, , , , , , verb, parts], at) => call(verb, parts, at, np),
    ['it may simply be ignored', 'All tasks should please be grouped by priority'],
  ),
  rule(
    'CLAUSE',
    'i|we want|need|like|require NP to? be? VERB COMPL*',
    ([, , np, , , verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    ['I want the order A-1 deleted', 'we need it set to 50'],
  ),
  rule(
    'CLAUSE',
    'i|we would like NP to? be? VERB COMPL*',
    ([, , , np, , , verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    [`I'd like "Busy morning" to be posted to #front-desk`],
  ),
  rule(
    'CLAUSE',
    'have|get NP VERB COMPL*',
    ([, np, verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    ['have the order A-1 deleted', 'have "Open the doors" posted in #front-desk'],
    0,
  ),
  rule(
    'CLAUSE',
    'NP get VERB COMPL*',
    ([np, , verb, parts], at) => (isPast(at, verb) ? call(verb, parts, at, np) : null),
    ['booked ones get confirmed', 'Those that are booked get confirmed'],
    1,
  ),
  // Orders as nouns: "an SMS to {{phone}}: "Hi"", "a reminder titled "Call"", "cancellation of order A-1".
  rule(
    'CLAUSE',
    'NP COMPL*',
    ([np, parts], at) => nominal(np, parts, at),
    ['a note to {{inputs.to}} : "Hello"', 'Hi'],
    3,
  ),
  rule(
    'CLAUSE',
    'NP go|come out? to NP COMPL*',
    ([np, , , , to, parts], at) => nominal(np, [{ a: 'prep', prep: 'to', np: to }, ...parts], at),
    ['the ticket go to the orders', 'the ticket go to the orders 7'],
    2,
  ),
  rule(
    'CLAUSE',
    'NP MODAL? go out? COMPL*',
    ([np, , , , parts], at) => nominal(np, parts, at),
    ['order id goes on my list', 'Fee 100 or less goes without approval'],
    2,
  ),
  rule(
    'CLAUSE',
    'have|get|let NP go out? COMPL*',
    ([, np, , , parts], at) => nominal(np, parts, at),
    ['have the ticket go', 'have the ticket go 7'],
    1,
  ),
  // Who gets something: "the customer cus_4 gets the tag "vip"", "she shall be given the tag".
  rule(
    'CLAUSE',
    'NP MODAL? get|receive|have NP COMPL*',
    ([np, , , thing, parts], at) => brought({ lemmas: ['give'] }, thing, np, parts, at),
    ['the customer cus_4 gets the tag "vip"', '#front-desk should receive a reminder'],
    1,
  ),
  rule(
    'CLAUSE',
    'NP MODAL be VOID* VERB NP COMPL*',
    ([np, , , , verb, thing, parts], at) => brought(verb, thing, np, parts, at),
    ['the customer cus_4 shall be given the tag "vip"', 'she must be sent the message "Hi"'],
    1,
  ),
  rule(
    'CLAUSE',
    'NP be to be VERB NP COMPL*',
    ([np, , , , verb, thing, parts], at) => brought(verb, thing, np, parts, at),
    ['the customer cus_4 is to be given the tag "vip"', 'the orders be to be cancel the orders'],
    1,
  ),
  rule(
    'CLAUSE',
    'i|we need|want NP COMPL*',
    ([, , np, parts], at) => nominal(np, parts, at),
    ['I need the count', 'I need the number'],
    1,
  ),
  rule(
    'CLAUSE',
    'i|we would like NP COMPL*',
    ([, , , np, parts], at) => nominal(np, parts, at),
    [`I'd like a reminder for the front desk that's called "Order supplies"`, 'i would like the ticket'],
    1,
  ),
  rule(
    'CLAUSE',
    'there should|shall|must|will be NP COMPL*',
    ([, , , np, parts], at) => nominal(np, parts, at),
    ['there should be an SMS to {{inputs.phone}}, "How was your visit?"', 'there should be the ticket'],
    1,
  ),
  rule('CLAUSE', 'try to VERB COMPL*', ([, , verb, parts], at) => call(verb, parts, at), [
    'try to delete the order A-1',
    'try to confirm appointment {{inputs.id}}',
  ]),

  // What follows is about it.
  rule(
    'UNIT',
    'TOPIC BODY',
    ([np, body], at): Body => [{ s: 'about', np, span: spanOf(at) }, ...body],
    ['order A-1: delete it', 'the order A-1, delete it'],
    1,
  ),
  rule('TOPIC', 'TOPICNP :|-|–', ([np]) => np, ['tax:', 'Body:']),
  rule('TOPIC', 'TOPICNP ,', ([np]) => np, ['Hi,', 'id,'], 2),
  rule('TOPIC', 'for TOPICNP :|,', ([, np]) => np, ['For each item:', 'For each status,'], 1),
  rule(
    'TOPICNP',
    'PLAIN POST*',
    ([core, post], at) => ({
      ...core,
      post: [...core.post, ...post.flat()],
      span: spanOf(at),
    }),
    ['Hi', 'id'],
  ),
  rule('CONTROL', 'depending on NP', ([, , np], at): Statement => ({ s: 'about', np, span: spanOf(at) }), [
    'depending on its status',
    'Depending on {{inputs.minutes}} (minutes of downtime)',
  ]),
  rule(
    'CONTROL',
    'by|per NP',
    ([, np], at): Statement => ({ s: 'about', np, span: spanOf(at) }),
    ['by rosa@clinic.example', 'by total, the highest first'],
    4,
  ),
  rule('CONTROL', 'switch on NP', ([, , np], at): Statement => ({ s: 'about', np, span: spanOf(at) }), [
    'switch on the orders',
    'switch on the ticket',
  ]),
  // "I give you a deployment id ({{inputs.deployment}})": what the value is.
  rule(
    'CONTROL',
    'i|we|you|it|they will? give|get|have|receive|pass you|me|us? a|an|the NP ( HOLE )',
    (parts, at): Statement => ({
      s: 'declare',
      source: parts[7].value?.source ?? parts[7].source,
      of: parts[5],
      isOne: true,
      span: spanOf(at),
    }),
    ['I give you a deployment id ({{inputs.deployment}})', 'i give a the orders ( {{inputs.x}} )'],
  ),
  rule(
    'CONTROL',
    'i|we|you|it|they will? give|get|have|receive|pass you|me|us? HOLE , a|an|the NP',
    (parts, at): Statement => ({
      s: 'declare',
      source: parts[4].source,
      of: parts[7],
      isOne: true,
      span: spanOf(at),
    }),
    ['i give {{inputs.x}}, a the orders', 'i give {{inputs.x}}, a n'],
  ),
  rule(
    'CONTROL',
    'HOLE be|hold|contain a|an|the NP',
    ([value, , , of], at): Statement => ({
      s: 'declare',
      source: value.source,
      of,
      isOne: true,
      span: spanOf(at),
    }),
    ['{{inputs.csv}} is a CSV text', '{{inputs.json}} is a JSON text'],
    2,
  ),
  rule(
    'CONTROL',
    'HOLE be|contain|hold a|the? list of NP',
    ([value, , , , , of], at): Statement => ({ s: 'declare', source: value.source, of, span: spanOf(at) }),
    ['{{inputs.ids}} is a list of order ids', '{{inputs.ids}} is a list of appointment IDs'],
  ),
  rule(
    'CONTROL',
    'in HOLE i|we have a|the? list of NP',
    ([, value, , , , , , of], at): Statement => ({
      s: 'declare',
      source: value.source,
      of,
      span: spanOf(at),
    }),
    ['In {{inputs.ids}} I have a list of appointment IDs', 'in {{inputs.x}} i have list of the orders'],
  ),
  rule(
    'CONTROL',
    'i|we have a|the list of NP ,|: HOLE',
    ([, , , , , of, , value], at): Statement => ({
      s: 'declare',
      source: value.source,
      of,
      span: spanOf(at),
    }),
    ['I have a list of appointment IDs, {{inputs.ids}}', 'i have a list of the orders, {{inputs.x}}'],
  ),
  rule(
    'CONTROL',
    'a|the? list of NP : HOLE',
    ([, , , of, , value], at): Statement => ({ s: 'declare', source: value.source, of, span: spanOf(at) }),
    ['List of appointment ids: {{inputs.ids}}', 'list of the orders: {{inputs.x}}'],
  ),
]

/** "confirmed", "sent": what was done, no order. */
export function isPast(at: At, verb: Verb): boolean {
  const tokens = at.tokens.slice(at.start, at.end) as readonly { lower: string; lemmas?: readonly string[] }[]
  return (
    tokens.some(
      token =>
        !verb.lemmas.includes(token.lower) &&
        (token.lemmas ?? []).some(lemma => verb.lemmas.includes(lemma)) &&
        /(ed|en|wn|ght|de|id|ent|ung|pt|ft|elt|t|one)$/.test(token.lower),
    ) ||
    tokens.some(token => ['set', 'put', 'cut'].includes(token.lower) && verb.lemmas.includes(token.lower))
  )
}

/** Something new, or a thing with where it goes: no state that it is in. */
function isTold(np: Np, parts: readonly unknown[], verb: Verb, at: At): boolean {
  if (!isPast(at, verb)) return false
  if (np.t === 'noun' && (np.det === 'a' || np.post.some(isSaidText))) return true
  if (np.t === 'value') return np.value.v === 'text' || np.value.v === 'hole'
  return (parts.flat() as (Complement | 'void')[]).some(
    part => part !== 'void' && part.a === 'prep' && /^(?:to|in|on|into|as|with)$/.test(part.prep),
  )
}

function isSaidText(post: Post): boolean {
  return post.p === 'value' && post.value.v === 'text'
}

/** Something is brought to somebody. */
function brought(verb: Verb, thing: Np, to: Np, parts: readonly unknown[], at: At): Statement {
  return call(verb, [{ a: 'np', np: thing }, { a: 'prep', prep: 'to', np: to }, ...parts], at)
}

function prepOf(post: Post): Complement {
  const { prep, np } = post as Extract<Post, { p: 'prep' }>
  return { a: 'prep', prep, np }
}

function nominal(np: Np, parts: readonly unknown[], at: At): Statement | null {
  if (np.t !== 'noun' || np.owner !== null || np.head.isPlural) return null
  if (np.det !== null && np.det !== 'a' && np.det !== 'the' && np.det !== 'another') return null
  const word = np.head.words.at(-1)!
  if (isCompound(np, parts.flat()[0]) || singularOf(word).isPlural) return null
  if (np.head.words.length > 1 && /^(address|number|field|column|value)$/.test(word)) return null
  const deed = deeds.get(word)
  if (deed !== undefined) {
    const of = np.post.filter(post => post.p === 'prep' && post.prep === 'of')
    if (of.length === 1 && np.pre.length === 0 && np.post.every(post => post.p === 'prep')) {
      const rest = np.post.filter(post => post !== of[0])
      const object = (of[0] as { np: Np }).np
      return call({ lemmas: [deed] }, [{ a: 'np', np: object }, ...rest.map(prepOf), ...parts], at)
    }
    // "a full refund for order A-1": the tool tells what it is to be full.
    return call({ lemmas: ['do'] }, [{ a: 'np', np }, ...parts], at)
  }
  return call(
    { lemmas: [word, np.head.words.join(' ')], isNoun: true } as Verb,
    [{ a: 'np', np: { ...np, det: 'a' } as NounTerm }, ...parts],
    at,
  )
}

/** "email addresses of the orders": one thing, no e-mail of addresses. */
function isCompound(np: NounTerm, next: unknown): boolean {
  const part = next as Complement | 'void' | undefined
  const isNext =
    typeof part === 'object' &&
    part.a === 'np' &&
    part.np.t === 'noun' &&
    part.np.det === null &&
    part.np.owner === null
  return isNext && np.det === null && np.post.length === 0
}
