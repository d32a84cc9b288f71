// A sentence, and what frames it.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Body } from '../terms.ts'

export const sentenceRules: readonly Rule[] = [
  // A sentence.
  rule('S', 'GREETING BODY END*', ([, body]) => body),
  rule('S', 'BODY END*', ([body]) => body),
  rule('S', 'GREETING? FRAME :|, BODY END*', ([, , , body]) => body),
  // What the steps after the colon find out.
  rule(
    'S',
    'GREETING? i|we want|need|like|have to know|find|see out? ANYWORD* : BODY END*',
    parts => parts.at(-2),
    [],
    3,
  ),
  rule('S', 'QUESTION', ([statement]): Body => [statement]),
  rule('S', 'GREETING END*', (_, at): Body => [{ s: 'frame', span: spanOf(at) }]),
  rule('S', 'FRAME END*', (_, at): Body => [{ s: 'frame', span: spanOf(at) }]),
  rule('END', '.|!|?|;|,|:', () => '.'),
  rule('END', 'please|thanks|cheers', () => '.'),
  rule('END', 'thank you', () => '.'),
  rule('END', '! !', () => '.'),
  rule(
    'GREETING',
    'hi|hello|hey|dear|hallo|morning there|all|team|everybody|everyone|colleagues|folks? ,|!|.|-?',
    () => 'hi',
  ),
  rule('GREETING', 'hi|hello|hey|dear ANYWORD team|all|colleagues|folks ,|!|.|-?', () => 'hi'),
  rule('GREETING', 'good morning|day|afternoon|evening ,|!|.?', () => 'hi'),
  rule('FRAME', 'we need a|the ANYWORD ANYWORD? :', () => 'frame', [], 2),
  rule('FRAME', 'please set this up for me|us?', () => 'frame'),
  rule(
    'FRAME',
    'can|could|would|will you please? build|set|make|do|create|automate this|that|it|the following up? for me|us?',
    () => 'frame',
  ),
  rule(
    'FRAME',
    'can|could|would|will you please? set up this|that|it|the following for me|us?',
    () => 'frame',
  ),
  rule('FRAME', 'one HEAD per|for HEAD', () => 'frame', [], 3),
  rule('FRAME', 'set this up for me|us?', () => 'frame'),
  rule('FRAME', 'please? do|set|run|carry the following|this up|out? for? me|us?', () => 'frame'),
  rule('FRAME', 'thank|thanks you? a|so|very? lot|much? in? advance? for? your? help?', () => 'frame'),
  rule('FRAME', 'many thanks|thank in? advance?', () => 'frame'),
  rule('FRAME', 'best|kind|warm? regards|wishes|greetings ,?', () => 'frame'),
  rule('FRAME', 'cheers|best|regards|sincerely|thx ,?', () => 'frame'),
  rule(
    'FRAME',
    'i|we need|want|have the|a|this|some following? workflow|process|automation|steps|help ,?',
    () => 'frame',
  ),
  rule('FRAME', 'here be what|how to? i|we|do? need|want|do?', () => 'frame'),
]
