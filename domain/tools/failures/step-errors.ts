// Every code that a step can fail with: what it means, and what the author of the plan can do. An `onError`
// reads it as `error.code`. The reference page is made from this table (docs/generate/step-errors.ts); a code
// that is not in it does not compile. A workflow step may also fail with the code of its workflow's failure,
// or with a FailureCode when that cannot be started.
import { type FailureCode, failureCodes } from '../../failure.ts'

/** What kind of failure it is, so that a plan can tell them apart. */
export const stepErrorKinds = {
  plan: 'The plan itself',
  invalid: 'What was given is wrong',
  'not-found': 'It is not there',
  unreachable: 'The other side was not reached',
  timeout: 'It took too long',
  answered: 'The other side answered that it failed',
  refused: 'It may not be done',
  denied: 'A person said no, or nobody answered',
  budget: 'A limit is reached',
} as const

export type StepErrorKind = keyof typeof stepErrorKinds

type StepError = readonly [kind: StepErrorKind, meaning: string, instead: string]

export const stepErrors = {
  'expression-failed': [
    'plan',
    'An expression met a value that it cannot take: a missing field, a wrong type',
    'Read what may be missing by `default(...)`; the message quotes the expression',
  ],
  'failed-by-plan': ['plan', 'A `fail` step ran; the message is its own', 'Nothing: the plan says so'],
  'not-a-list': ['plan', '`over` of a loop gave no list', 'Name the list, or the field that holds it'],
  'not-a-time': ['plan', '`until` of a wait gave no moment', 'Give Unix ms, or ISO 8601 with a time zone'],
  'not-reached': [
    'plan',
    'A repeat made `most` turns and its condition did not come to be',
    'Raise `most` or `everyMs`, or handle it in `onError`',
  ],
  'output-invalid': [
    'plan',
    'What the plan gives does not fit its `outputSchema`',
    'Mend the field that it names',
  ],
  'answer-unfit': [
    'plan',
    'A model gave no answer that fits, after two corrections',
    'Ask more plainly, or allow an answer such as "none of these"',
  ],
  'bad-choices': ['plan', '`choices` of an ask step gave no list of texts', 'Give a list of texts'],
  'nobody-asked': [
    'plan',
    'The people that an approval computes are nobody',
    'Name somebody who is always there',
  ],
  'no-memory': ['plan', 'There is no memory that the step could use', 'Name a shared one in `memory`'],
  'unknown-memory': ['not-found', 'There is no shared memory of this name', 'Let an admin make it'],
  'memory-not-allowed': ['refused', 'The memory is not for this workflow', 'Let an admin allow the workflow'],
  'memory-full': ['budget', 'A memory holds as much as it may', 'Forget keys, or give them a `ttlMs`'],
  'not-rehearsed': ['plan', 'A rehearsal does not do what the step does', 'Run the workflow'],
  'too-deep': ['plan', 'Workflows start each other more than 10 deep', 'Start fewer of them in a row'],
  'code-failed': [
    'plan',
    'The JavaScript of a code step threw, or cannot be run',
    'Mend the line that it names',
  ],
  'workflow-cancelled': ['plan', 'The workflow that the step started was cancelled', 'Start it again'],
  parked: ['plan', 'The execution ended its worker again and again and was given up', 'Tell the operator'],

  'invalid-arguments': ['invalid', 'The arguments do not fit the tool', 'Mend what the message names'],
  'bad-date': ['invalid', 'A text is no date or time', 'Give ISO 8601'],
  'bad-time-zone': ['invalid', 'There is no such time zone', 'Give a name such as Europe/Berlin'],
  'bad-expression': ['invalid', 'The formula of `calculate` cannot be read', 'Mend it at the place named'],
  'bad-file': ['invalid', 'A file is not of the kind that it should be', 'Look at what made it'],
  'bad-header': ['invalid', 'A header of a request cannot be sent', 'Take out line ends and reserved names'],
  'bad-locale': ['invalid', 'There is no such language or region', 'Give a tag such as de-DE'],
  'bad-path': ['invalid', 'A path into JSON cannot be read', 'Mend it at the place named'],
  'bad-pattern': ['invalid', 'A regular expression is no RE2, or too large', 'Write it in RE2'],
  'bad-template': ['invalid', 'A template cannot be read', 'Mend it at the place named'],
  'bad-text': ['invalid', 'A text is not in the format that it should be in', 'Look at what made it'],
  'bad-url': ['invalid', 'An address is no http(s) URL', 'Give a whole address, without a password in it'],
  'missing-value': ['invalid', 'A template names a value that was not given', 'Give it, or take it out'],
  'not-a-number': ['invalid', 'A value that is added up is no number', 'Convert it, or leave it out before'],
  'unsupported-text': ['invalid', 'A document has characters that no font of it has', 'Leave them out'],

  'not-found': ['not-found', 'The service does not have it, or does not show it', 'Check the id; handle it'],
  'not-a-file': ['not-found', 'The path leads to a folder', 'Name a file'],
  'unknown-field': ['not-found', 'No record has a field of this name', 'Take one that the message lists'],
  'unknown-sheet': ['not-found', 'The workbook has no such sheet', 'Take one that the message lists'],
  'unknown-tool': ['not-found', 'The tool server has no such tool', 'Take another tool'],
  'unknown-tool-server': ['not-found', 'The tool server is not there any more', 'Register or install it'],
  'unknown-credential': ['not-found', 'There is no such credential', 'Store it, or name another'],

  unreachable: ['unreachable', 'No such host, no route, or nobody listens there', 'Retry; check the address'],
  reset: ['unreachable', 'The connection broke before the answer was complete', 'Retry'],
  closed: ['unreachable', 'This service was shutting down and did not call', 'Retry'],
  'bad-tls': [
    'unreachable',
    'The certificate or the TLS handshake is not right',
    'Mend it on the other side',
  ],
  'tool-server-down': [
    'unreachable',
    'The last calls of the tool server failed, so it is left alone for a while',
    'Retry later',
  ],
  unavailable: ['unreachable', 'The service answered that it cannot now, or 5xx', 'Retry'],
  overloaded: ['unreachable', 'Too much is waiting', 'Retry later'],
  aborted: ['unreachable', 'The call was given up, since nobody waits for it any more', 'Nothing'],
  'unknown-outcome': [
    'unreachable',
    'The connection broke while a change was being made: it may have been made',
    'Look before you do it again',
  ],

  timeout: ['timeout', 'No answer in the time of the step', 'Retry, or raise `timeoutMs`'],
  'deadline-exceeded': ['timeout', 'The deadline of the whole execution has passed', 'Raise `deadline`'],

  'tool-failed': ['answered', 'The tool says that it failed; `error.tool` has its answer', 'Read its answer'],
  'http-status': [
    'answered',
    'A web address answered with 400 or more: `error.tool.status`',
    'Branch by the status, or set `allowErrorStatus`',
  ],
  'server-error': ['answered', 'A tool server answered an error of JSON-RPC', 'Read `error.tool.content`'],
  'server-failed': ['answered', 'A tool server answered 5xx', 'Retry'],
  'bad-answer': [
    'answered',
    'The answer breaks the protocol, or its own schema',
    'Tell who runs the service',
  ],
  'bad-schema': ['answered', 'A schema of the tool cannot be used', 'Tell who runs the tool server'],
  conflict: [
    'answered',
    'It has changed meanwhile, or is not in a state for this',
    'Read it anew, then again',
  ],
  rejected: ['answered', 'The service does not take the request', 'Read the message and `error.tool`'],
  redirect: ['answered', 'The address leads elsewhere', 'Give the address that it leads to'],
  'input-required': ['answered', 'The tool asks a person, and nobody is there', 'Give all arguments'],
  'old-transport': [
    'answered',
    'The server speaks a transport of MCP that is gone',
    'Give its other address',
  ],

  forbidden: ['refused', 'The credential may not do this there', 'Use one that may'],
  'read-only': ['refused', 'The database may only be read', 'Use a connection that may write'],
  'not-authorized': ['refused', 'The service does not take the credential', 'Store a valid one'],
  'bad-credential': [
    'refused',
    'The credential is of another kind than the service takes',
    'Store that kind',
  ],
  'credential-failed': ['refused', 'The credential could not be read or renewed', 'Connect it again; retry'],
  'credential-not-allowed': ['refused', 'The credential may not be sent to this host', 'Allow the host'],
  'connection-needs-rights': ['refused', 'The connection lacks rights', 'Connect it again with them'],
  'refused-address': ['refused', 'The operator does not allow calls to this address', 'Ask the operator'],
  'secret-not-allowed': ['refused', 'A secret would go where it may not', 'Take it out of the argument'],
  'stdio-not-allowed': ['refused', 'The operator does not allow local tool servers', 'Ask the operator'],
  'tool-not-allowed': ['refused', 'The agent step does not list the tool', 'Add it to `tools`'],
  'tool-off': ['refused', 'An admin has switched the tool off', 'Ask an admin, or take another'],
  'tool-quarantined': ['refused', 'The tool has changed and nobody has accepted it', 'Ask an admin'],
  'tool-removed': ['refused', 'The server no longer offers the tool', 'Take another'],
  'tool-server-disabled': ['refused', 'An admin has switched the tool server off', 'Ask an admin'],
  'update-required': ['refused', 'The tool has an update that may break plans', 'Look at it and accept it'],
  'model-refused': ['refused', 'The model or its provider does not want to answer', 'Ask otherwise'],

  'approval-denied': ['denied', 'Somebody denied', 'Handle it, or `onDeny: continue`'],
  'approval-expired': ['denied', 'Nobody decided in time', 'Raise `timeoutMs`, or say `onTimeout`'],
  'approval-required': ['denied', 'The tool is called only after an approval', 'Give the step an `approval`'],

  'budget-exceeded': [
    'budget',
    'The compute units of the execution or month are used up',
    'Raise the budget',
  ],
  'quota-exceeded': ['budget', 'The executions of this month are used up', 'Wait, or change the tier'],
  'rate-limited': ['budget', 'The service asks for fewer calls', 'Retry: it says how long to wait'],
  'tool-rate-limited': ['budget', 'An admin allows so many calls of the tool a minute', 'Retry later'],
  'too-large': ['budget', 'A value, a file or the work is larger than it may be', 'Take less at once'],
  'agent-out-of-steps': [
    'budget',
    'The model gave no answer in `maxSteps` turns',
    'Raise it, or ask for less',
  ],
  'agent-over-budget': ['budget', 'The model used up `maxCu`', 'Raise it, or ask for less'],
  'model-over-budget': ['budget', 'The models of the organization are used up', 'Raise their budget'],
  'model-rate-limited': ['budget', 'The provider asks for fewer calls', 'Retry later'],
  'model-too-long': ['budget', 'The request does not fit into the context of the model', 'Give it less'],
  'model-cut-short': ['budget', 'The answer is longer than it may be', 'Ask for less'],

  'model-no-model': [
    'not-found',
    'There is no language model, or none of this name',
    'Add one in the settings',
  ],
  'model-unauthenticated': ['refused', 'The provider does not take the key', 'Store a valid one'],
  'model-bad-request': ['answered', 'The provider does not take the request', 'Read the message'],
  'model-unavailable': ['unreachable', 'The model was not reached, or answered 5xx', 'Retry'],
  'model-timeout': ['timeout', 'The model did not answer in time', 'Retry'],
  'model-bad-answer': ['answered', 'The model gave no usable answer', 'Retry, or take another model'],
} as const satisfies Readonly<Record<string, StepError>>

export type StepErrorCode = keyof typeof stepErrors | FailureCode

/** A code that comes as a text, from a thread or another execution. What nobody knows is a failed tool. */
export function stepErrorCode(code: string): StepErrorCode {
  const isKnown = Object.hasOwn(stepErrors, code) || Object.hasOwn(failureCodes, code)
  return isKnown ? (code as StepErrorCode) : 'tool-failed'
}
