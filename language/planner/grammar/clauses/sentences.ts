// A sentence, and what frames it.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Body } from '../terms.ts'

export const sentenceRules: readonly Rule[] = [
  // A sentence.
  rule('S', 'GREETING BODY END*', ([, body]) => body, ['Dear team', 'Dear team,']),
  rule('S', 'BODY END*', ([body]) => body, ['Hi', 'Hi,']),
  rule('S', 'GREETING? FRAME :|, BODY END*', ([, , , body]) => body, ['Thanks, Carla', 'Best: close it']),
  // What the steps after the colon find out.
  rule(
    'S',
    'GREETING? i|we want|need|like|have to know|find|see out? TOLDWORD* : BODY END*',
    parts => parts.at(-2),
    ['i want to know: close it', 'i want to know order: close it'],
    3,
  ),
  rule('S', 'QUESTION', ([statement]): Body => [statement], ['none?', 'Gift?']),
  rule('S', 'GREETING END*', (_, at): Body => [{ s: 'frame', span: spanOf(at) }], ['Hi,', 'Hello,']),
  rule('S', 'FRAME END*', (_, at): Body => [{ s: 'frame', span: spanOf(at) }], ['Cheers,', 'Thanks!']),
  rule('END', '.|!|?|;|,|:', () => '.', [',', '?']),
  rule('END', 'please|thanks|cheers', () => '.', ['pls', 'thx']),
  rule('END', 'thank you', () => '.', ['thank you']),
  rule('END', '! !', () => '.', ['!!']),
  rule(
    'GREETING',
    'hi|hello|hey|dear|hallo|morning there|all|team|everybody|everyone|colleagues|folks? ,|!|.|-?',
    () => 'hi',
    ['Hi', 'Hi,'],
  ),
  rule('GREETING', 'hi|hello|hey|dear ANYWORD team|all|colleagues|folks ,|!|.|-?', () => 'hi', [
    'Hello automation team',
    'Hello automation team,',
  ]),
  rule('GREETING', 'good morning|day|afternoon|evening ,|!|.?', () => 'hi', [
    'good morning',
    'good morning,',
  ]),
  rule(
    'FRAME',
    'we need a|the ANYWORD ANYWORD? :',
    () => 'frame',
    ['We need a payment run:', 'we need a order:'],
    2,
  ),
  rule('FRAME', 'one HEAD per|for HEAD', () => 'frame', ['One e-mail per post', 'One post per product'], 3),
  rule('FRAME', 'thank|thanks you? a|so|very? lot|much? in? advance? for? your? help?', () => 'frame', [
    'Thank',
    'Thanks',
  ]),
  rule('FRAME', 'many thanks|thank in? advance?', () => 'frame', ['Many thanks', 'many thanks advance']),
  rule('FRAME', 'best|kind|warm? regards|wishes|greetings ,?', () => 'frame', [
    'Best regards',
    'Kind regards',
  ]),
  rule('FRAME', 'cheers|best|regards|sincerely|thx ,?', () => 'frame', ['Best', 'Cheers']),
  rule(
    'FRAME',
    'i|we need|want|have the|a|this|some following? workflow|process|automation|steps|help ,?',
    () => 'frame',
    ['i need the workflow', 'i need the workflow,'],
  ),
  rule('FRAME', 'here be what|how to? i|we|do? need|want|do?', () => 'frame', [
    'here be what',
    'here be what need',
  ]),
]
