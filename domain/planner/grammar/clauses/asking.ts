// What is wanted, in all the ways in which people say that they want something: "I need X", "tell me X", "what
// I am after is X", "X is what I want", "wanted: X".
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Body, Np } from '../terms.ts'

const ask = (np: Np, at: At): Body => [{ s: 'ask for', np, span: spanOf(at) }]

export const askingRules: readonly Rule[] = [
  rule('UNIT', 'ASKING NP', ([, np], at): Body => ask(np, at), [
    'we need the emails of all customers',
    'I would like to know the total',
    'tell me how many orders are open',
  ]),
  rule('UNIT', 'ASKING DIRECT', ([, np], at): Body => ask(np, at), [
    'tell me what is the total of the order A-1',
  ]),
  rule('UNIT', 'ASKING WHENQ', ([, np], at): Body => ask(np, at), [
    'I want to know when the task T-1 is due',
  ]),
  rule('UNIT', 'FINDING WHENQ', ([, np], at): Body => ask(np, at), ['find out when the task T-1 is due']),
  // Verbs that are orders, too: with a question they only ask.
  rule('UNIT', 'FINDING WHQ', ([, np], at): Body => ask(np, at), [
    'find out how many orders are open',
    'determine which order has the highest total',
  ]),
  rule('UNIT', 'FINDING DIRECT', ([, np], at): Body => ask(np, at)),
  rule('UNIT', 'NP ISASKED', ([np], at): Body => ask(np, at), [
    'the total of the order A-1 is what I need',
    'the ids of the open orders are wanted',
  ]),

  rule('ASKING', 'i|we ONLY? want|need|require|desire|seek ONLY?', () => 'ask'),
  rule('ASKING', 'i|we ONLY? want|need|wish|have to KNOWING', () => 'ask'),
  rule('ASKING', 'i|we would ONLY? like|love|prefer|appreciate', () => 'ask'),
  rule('ASKING', 'i|we would ONLY? like|love|prefer to KNOWING', () => 'ask'),
  rule('ASKING', 'i|we would be interested|glad|happy|grateful in|for|about? KNOWING?', () => 'ask'),
  rule('ASKING', 'i|we be ONLY? after ONLY?', () => 'ask'),
  rule('ASKING', 'i|we be ONLY? look|search|ask for ONLY?', () => 'ask'),
  rule('ASKING', 'i|we be ONLY? interest|interested in ONLY? KNOWING?', () => 'ask'),
  rule('ASKING', 'i|we be? wonder|wondering|curious', () => 'ask'),
  rule('ASKING', 'tell|show|give|name|get|bring|hand me|us ONLY?', () => 'ask'),
  rule('ASKING', 'let me|us know|see|have', () => 'ask'),
  rule('ASKING', 'do you know', () => 'ask'),
  rule('ASKING', 'it would|will ADVERB? help me|us? to KNOWING', () => 'ask'),
  rule('ASKING', 'it would|will be HELPFUL to KNOWING', () => 'ask'),
  rule('ASKING', 'WHATWANTED be :?', () => 'ask'),
  rule('ASKING', 'the question be :?', () => 'ask'),
  rule('ASKING', 'required|needed|wanted|sought|requested|desired be|:', () => 'ask'),
  rule(
    'ASKING',
    'question|output|result|answer|return|response|wanted|needed|required :',
    () => 'ask',
    [],
    1,
  ),
  rule('ONLY', 'only|just|simply|also|now|basically|really|then', () => 'only'),
  rule('ADVERB', 'really|also|greatly|very', () => 'adverb'),
  rule('HELPFUL', 'very? nice|good|great|helpful|useful|enough|interesting|handy', () => 'helpful'),
  rule('KNOWING', 'know|knowing|see|have|get|learn|hear|receive|understand', () => 'know'),
  rule('KNOWING', 'find out', () => 'know'),
  rule('KNOWING', 'be told|given|shown|informed', () => 'know'),
  rule('FINDING', 'find|work|figure out', () => 'find'),
  rule(
    'FINDING',
    'find|determine|establish|ascertain|check|see|calculate|compute|tell|say|state|report|return|output|look',
    () => 'find',
  ),

  // "What I need", "all that we want to know": stands before the thing or after it.
  rule('WHATWANTED', 'what i|we ONLY? want|need|require|seek', () => 'what'),
  rule('WHATWANTED', 'what i|we ONLY? want|need to KNOWING', () => 'what'),
  rule('WHATWANTED', 'what i|we would like|love', () => 'what'),
  rule('WHATWANTED', 'what i|we would like|love to KNOWING', () => 'what'),
  rule('WHATWANTED', 'what i|we be after', () => 'what'),
  rule('WHATWANTED', 'what i|we be look for', () => 'what'),
  rule('WHATWANTED', 'what i|we be interested|interest in', () => 'what'),
  rule('WHATWANTED', 'all|everything that? i|we want|need', () => 'what'),
  rule('ISASKED', 'be WHATWANTED RETURNED?', () => 'asked'),
  rule('ISASKED', 'be ONLY? WANTED', () => 'asked'),
  rule('ISASKED', 'MODAL be? please? WANTED', () => 'asked'),
  rule('ISASKED', 'be to be RETURNED', () => 'asked', [], 1),
  rule('ISASKED', 'MODAL be VOID* STATED', () => 'asked', ['the total of the order A-1 shall be stated']),
  rule('ISASKED', 'be to be STATED', () => 'asked'),
  rule(
    'STATED',
    'state|indicate|specify|communicate|disclose|establish|determine|ascertain|furnish|provide|supply|return',
    () => 'stated',
  ),
  rule('STATED', 'compile|prepare|produce|output|list|report', () => 'stated'),
  rule('STATED', 'draw up', () => 'stated'),
  rule('ASKING', 'to be STATED be|:', () => 'ask'),
  rule('WANTED', 'want|need|require|request|desire|seek|interesting|expected|expect', () => 'wanted'),
  rule('WANTED', 'ask for', () => 'wanted'),
  rule('WANTED', 'of interest', () => 'wanted'),
  rule('WANTED', 'the? result|output|answer', () => 'wanted'),
  rule('RETURNED', 'returned|shown|reported|given|told|stated|listed|displayed', () => 'returned'),
]
