// What is said of a step of any kind beside its own sentence: when it runs, how long it may take, how often
// it is tried, who approves it. The order is that of the sentences.
import type { Sentence, Sentences } from './form.ts'

const agreed: Sentences = [
  ['Nobody is asked when ', { slot: 'unless', as: 'expression' }],
  ['At least ', { slot: 'quorum', as: 'count' }, ' must approve'],
  [
    {
      slot: 'notStarter',
      says: {
        true: 'Whoever started the run may not approve',
        false: 'Whoever started the run may approve, too',
      },
    },
  ],
  ['The decider fills in the form ', { slot: 'form', as: 'schema' }],
  ['The decision may take ', { slot: 'timeoutMs', as: 'duration' }],
  [
    {
      slot: 'onTimeout',
      says: {
        approve: 'Without a decision in time it counts as approved',
        deny: 'Without a decision in time it counts as denied',
        fail: 'Without a decision in time the step fails',
      },
    },
  ],
  [
    {
      slot: 'onDeny',
      says: { continue: 'A denial does not end the workflow', fail: 'After a denial the step fails' },
    },
  ],
]

const asking: Sentence = [
  'Ask ',
  { slot: 'assignees', as: 'people', usual: [] },
  ' to approve with the message ',
  { slot: 'message', as: 'value' },
]

/** Of an approval that is a step itself. */
export const approvalForm = { says: asking, further: agreed }

/** Of a person who sees an answer before it goes on. */
export const reviewing: Sentences = [
  [
    'Before it goes on, ',
    { slot: 'assignees', as: 'people', usual: [] },
    ' sees the answer',
    { given: 'message', say: [' with the message ', { slot: 'message', as: 'value' }] },
    ', and may correct it',
  ],
  ...agreed,
]

export const policies: Sentences = [
  ['This step is skipped (with null as its result) unless ', { slot: 'when', as: 'condition' }, ' holds'],
  ['It begins after ', { slot: 'after', as: 'ids' }],
  ['It may take ', { slot: 'timeoutMs', as: 'duration' }, ' at most'],
  {
    within: 'retry',
    sentences: [
      [
        'Try up to ',
        { slot: 'maxAttempts', as: 'count' },
        ' times',
        {
          slot: 'on',
          says: { any: ', whatever the error', transient: ', only after errors that may pass' },
          usual: 'transient',
        },
      ],
      ['The first pause between attempts is up to ', { slot: 'backoffMs', as: 'duration' }],
      ['No pause is longer than ', { slot: 'maxBackoffMs', as: 'duration' }],
      ['Every pause is ', { slot: 'pauseMs', as: 'duration' }, ' long'],
      ['No attempt begins later than ', { slot: 'deadlineMs', as: 'duration' }, ' after the first'],
      [
        {
          slot: 'park',
          says: {
            true: 'After the last attempt it waits for a person to continue it',
            false: 'After the last attempt it fails',
          },
        },
      ],
    ],
  },
  [
    {
      slot: 'onError',
      says: { continue: 'If that fails, do nothing', fail: 'Its failure is the failure of all' },
    },
  ],
  {
    within: 'approval',
    sentences: [['Before it is called with these arguments, it waits for a decision'], asking, ...agreed],
  },
]

export const handlingWords = 'If that fails'

/** The words over the steps of `onError`. */
export const handling: Sentence = [handlingWords]
