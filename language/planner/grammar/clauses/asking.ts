// What is wanted, in all the ways in which people say that they want something: "I need X", "tell me X",
// "what I am after is X", "X is what I want", "wanted: X".
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Np } from '../terms.ts'

const ask = (np: Np, at: At): Body => [{ s: 'ask for', np, span: spanOf(at) }]

export const askingRules: readonly Rule[] = [
  rule('UNIT', 'ASKING NP', ([, np], at): Body => ask(np, at), [
    'we need the emails of all customers',
    'I would like to know the total',
  ]),
  rule('UNIT', 'ASKING DIRECT', ([, np], at): Body => ask(np, at), [
    'tell me what is the total of the order A-1',
    'ask what is left',
  ]),
  rule('UNIT', 'ASKING WHENQ', ([, np], at): Body => ask(np, at), [
    'I want to know when the task T-1 is due',
    'ask when the task T-1 is due',
  ]),
  rule('UNIT', 'FINDING WHENQ', ([, np], at): Body => ask(np, at), [
    'find out when the task T-1 is due',
    'say when the task T-1 is due',
  ]),
  // Verbs that are orders, too: with a question they only ask.
  rule('UNIT', 'FINDING WHQ', ([, np], at): Body => ask(np, at), [
    'find out how many orders are open',
    'determine which order has the highest total',
  ]),
  rule('UNIT', 'FINDING DIRECT', ([, np], at): Body => ask(np, at), ['say what is left', 'say which is net']),
  rule('UNIT', 'NP ISASKED', ([np], at): Body => ask(np, at), [
    'the total of the order A-1 is what I need',
    'the ids of the open orders are wanted',
  ]),

  rule('ASKING', 'i|we ONLY? want|need|require|desire|seek ONLY?', () => 'ask', ['I want', 'I need']),
  rule('ASKING', 'i|we ONLY? want|need|wish|have to KNOWING', () => 'ask', [
    'I want to get',
    'I want to see',
  ]),
  rule('ASKING', 'i|we would ONLY? like|love|prefer|appreciate', () => 'ask', ["I'd like", "We'd like"]),
  rule('ASKING', 'i|we would ONLY? like|love|prefer to KNOWING', () => 'ask', [
    "I'd like to see",
    "I'd like to get",
  ]),
  rule('ASKING', 'i|we would be interested|glad|happy|grateful in|for|about? KNOWING?', () => 'ask', [
    'i would be interested',
    'i would be interested get',
  ]),
  rule('ASKING', 'i|we be ONLY? after ONLY?', () => 'ask', ['i be after', 'i be after only']),
  rule('ASKING', 'i|we be ONLY? look|search|ask for ONLY?', () => 'ask', [
    'i be look for',
    'i be look for only',
  ]),
  rule('ASKING', 'i|we be ONLY? interest|interested in ONLY? KNOWING?', () => 'ask', [
    'i be interest in',
    'i be interest in get',
  ]),
  rule('ASKING', 'i|we be? wonder|wondering|curious', () => 'ask', ['i wonder', 'i wondering']),
  rule('ASKING', 'tell|show|give|name|get|bring|hand me|us ONLY?', () => 'ask', ['Get me', 'give me']),
  rule('ASKING', 'let me|us know|see|have', () => 'ask', ['let me have', 'let me know']),
  rule('ASKING', 'do you know', () => 'ask', ['do you know']),
  rule('ASKING', 'it would|will ADVERB? help me|us? to KNOWING', () => 'ask', [
    'it would help to get',
    'it would help to see',
  ]),
  rule('ASKING', 'it would|will be HELPFUL to KNOWING', () => 'ask', [
    'it would be nice to get',
    'it would be nice to see',
  ]),
  rule('ASKING', 'WHATWANTED be :?', () => 'ask', ["What I'm after is", "What I'm after are"]),
  rule('ASKING', 'the question be :?', () => 'ask', ['the question be', 'the question be:']),
  rule('ASKING', 'required|needed|wanted|sought|requested|desired be|:', () => 'ask', [
    'Required is',
    'required be',
  ]),
  rule(
    'ASKING',
    'question|output|result|answer|return|response|wanted|needed|required :',
    () => 'ask',
    ['Output:', 'question:'],
    1,
  ),
  rule('ONLY', 'only|just|simply|also|now|basically|really|then', () => 'only', ['only', 'just']),
  rule('ADVERB', 'really|also|greatly|very', () => 'adverb', ['really', 'also']),
  rule('HELPFUL', 'very? nice|good|great|helpful|useful|enough|interesting|handy', () => 'helpful', [
    'nice',
    'good',
  ]),
  rule('KNOWING', 'know|knowing|see|have|get|learn|hear|receive|understand', () => 'know', ['get', 'see']),
  rule('KNOWING', 'find out', () => 'know', ['find out']),
  rule('KNOWING', 'be told|given|shown|informed', () => 'know', ['be told', 'be given']),
  rule('FINDING', 'find|work|figure out', () => 'find', ['Work out', 'find out']),
  rule(
    'FINDING',
    'find|determine|establish|ascertain|check|see|calculate|compute|tell|say|state|report|return|output|look',
    () => 'find',
    ['say', 'see'],
  ),

  // "What I need", "all that we want to know": stands before the thing or after it.
  rule('WHATWANTED', 'what i|we ONLY? want|need|require|seek', () => 'what', ['what I want', 'what i need']),
  rule('WHATWANTED', 'what i|we ONLY? want|need to KNOWING', () => 'what', [
    'what I want to know',
    'what i want to get',
  ]),
  rule('WHATWANTED', 'what i|we would like|love', () => 'what', ['what I would like', 'what i would love']),
  rule('WHATWANTED', 'what i|we would like|love to KNOWING', () => 'what', [
    'what I would like to have',
    'what i would like to get',
  ]),
  rule('WHATWANTED', 'what i|we be after', () => 'what', ["What I'm after", 'what i be after']),
  rule('WHATWANTED', 'what i|we be look for', () => 'what', ['what i be look for', 'what we be look for']),
  rule('WHATWANTED', 'what i|we be interested|interest in', () => 'what', [
    'what i be interested in',
    'what i be interest in',
  ]),
  rule('WHATWANTED', 'all|everything that? i|we want|need', () => 'what', ['all I want', 'all I need']),
  rule('ISASKED', 'be WHATWANTED RETURNED?', () => 'asked', ["'s all I want", 'is all I need']),
  rule('ISASKED', 'be ONLY? WANTED', () => 'asked', ['is needed', 'are needed']),
  rule('ISASKED', 'MODAL be? please? WANTED', () => 'asked', ['shall be requested', 'needs to be asked for']),
  rule('ISASKED', 'be to be RETURNED', () => 'asked', ['is to be given', 'are to be listed'], 1),
  rule('ISASKED', 'MODAL be VOID* STATED', () => 'asked', ['shall be stated', 'shall be listed']),
  rule('ISASKED', 'be to be STATED', () => 'asked', ['are to be listed', 'is to be reported']),
  rule(
    'STATED',
    'state|indicate|specify|communicate|disclose|establish|determine|ascertain|furnish|provide|supply|return',
    () => 'stated',
    ['stated', 'returned'],
  ),
  rule('STATED', 'compile|prepare|produce|output|list|report', () => 'stated', ['listed', 'reported']),
  rule('STATED', 'draw up', () => 'stated', ['drawn up', 'draw up']),
  rule('ASKING', 'to be STATED be|:', () => 'ask', ['To be returned:', 'to be stated be']),
  rule('WANTED', 'want|need|require|request|desire|seek|interesting|expected|expect', () => 'wanted', [
    'needed',
    'required',
  ]),
  rule('WANTED', 'ask for', () => 'wanted', ['asked for', 'ask for']),
  rule('WANTED', 'of interest', () => 'wanted', ['of interest']),
  rule('WANTED', 'the? result|output|answer', () => 'wanted', ['result', 'output']),
  rule('RETURNED', 'returned|shown|reported|given|told|stated|listed|displayed', () => 'returned', [
    'given',
    'listed',
  ]),
]
