// Talks as data: what is said, what the answer says, and what it changes.

export interface Exchange {
  readonly say: string
  /** All of these are in the answer's text. */
  readonly answer?: readonly RegExp[]
  readonly choices?: readonly string[]
  /** The routes and arguments that changed something; absent: nothing did. */
  readonly does?: { readonly route: string; readonly args?: object }
}

const execute = 'POST /api/v1/workflows/:id/execute'
const runs = (inputs: object) => ({ route: execute, args: { inputs } })
const decides = (decision: string, note?: string) => ({
  route: 'POST /api/v1/approvals/:id',
  args: { decision, ...(note !== undefined && { note }) },
})

export const dialogues: Readonly<Record<string, readonly Exchange[]>> = {
  'missing inputs are asked for one by one, and wrong ones again': [
    {
      say: 'send the invoice reminder please, start invoice reminder',
      answer: [/do not understand|not ".*" behind/],
    },
    { say: 'run invoice reminder', answer: [/needs \*\*days\*\*: a whole number, at least 1/] },
    { say: 'soon', answer: [/"soon" does not fit/, /a whole number/] },
    { say: '0', answer: [/"0" does not fit/] },
    { say: 'five', answer: [/needs \*\*to\*\*: an e-mail address/] },
    { say: 'bob', answer: [/"bob" does not fit/] },
    {
      say: 'bob@example.com',
      answer: [/is done/, /in 5 days/],
      does: runs({ days: 5, to: 'bob@example.com' }),
    },
  ],
  'a question is left by never mind, cancel and other wishes': [
    { say: 'run invoice reminder', answer: [/days/] },
    { say: 'never mind', answer: [/nothing was done/] },
    { say: '5', answer: [/no list/] },
    { say: 'run invoice reminder', answer: [/days/] },
    { say: 'cancel', answer: [/nothing was done/] },
    { say: 'run invoice reminder', answer: [/days/] },
    { say: 'run order total with a', answer: [/is done/], does: runs({ orders: ['a'] }) },
  ],
  'a question to look at something does not lose the question that is open': [
    { say: 'run invoice reminder', answer: [/days/] },
    { say: "what's running?", answer: [/Nothing is under way/, /still need.*days/i] },
    { say: '3', answer: [/needs \*\*to\*\*/] },
    { say: 'help', answer: [/what you can say/, /still need.*to/i] },
    { say: 'ann@example.com', answer: [/is done/], does: runs({ days: 3, to: 'ann@example.com' }) },
  ],
  'several inputs in one message, and the rest asked for': [
    { say: 'run invoice reminder with days = 4', answer: [/needs \*\*to\*\*/] },
    { say: 'to: ann@example.com', answer: [/in 4 days/], does: runs({ days: 4, to: 'ann@example.com' }) },
    {
      say: 'run greeting with language german and is formal yes',
      does: runs({ language: 'german', isFormal: true }),
    },
    { say: 'run greeting', answer: [/isFormal/], choices: ['yes', 'no', 'never mind'] },
    {
      say: 'no',
      answer: [/one of english, french or german/],
      choices: ['english', 'french', 'german', 'never mind'],
    },
    { say: 'fr', does: runs({ language: 'french', isFormal: false }) },
  ],
  'pasted text is a value as it is': [
    {
      say: 'run import customers with csv = id,name\n1,Ann\n2,Bob',
      answer: [/rows: \*\*2\*\*/],
      does: runs({ csv: 'id,name\n1,Ann\n2,Bob' }),
    },
    { say: 'run import customers', answer: [/needs \*\*csv\*\*/] },
    { say: '```\nid,name\n1,Ann\n```', does: runs({ csv: 'id,name\n1,Ann' }) },
  ],
  'again repeats the last run, with other values when they are said': [
    { say: 'run order total with a and b', answer: [/\| a \| 0 \|/], does: runs({ orders: ['a', 'b'] }) },
    { say: 'again', does: runs({ orders: ['a', 'b'] }) },
    { say: 'run it again with c', answer: [/\| c \| 0 \|/], does: runs({ orders: ['c'] }) },
    { say: 'once more please', does: runs({ orders: ['c'] }) },
  ],
  'where several fit it asks which one, and takes a place, a name or nothing': [
    { say: 'run invoice', answer: [/Which one\? 2/], choices: ['Invoice reminder', 'Invoice report'] },
    { say: 'the second one', answer: [/failed/, /the server said 500/], does: runs({}) },
    { say: 'run invoice', answer: [/Which one/] },
    { say: 'report', answer: [/failed/], does: runs({}) },
    { say: 'run invoice', answer: [/Which one/] },
    { say: 'the blue one', answer: [/do not know that one/] },
    { say: 'the reminder one', answer: [/needs \*\*days/] },
    { say: 'forget it', answer: [/nothing was done/] },
    { say: 'describe invoice', answer: [/Which one/] },
    { say: 'never mind', answer: [/nothing was done/] },
    { say: 'run total', answer: [/Do you mean \*\*Order total\*\*/] },
    { say: 'yes', answer: [/needs \*\*orders\*\*/] },
    { say: 'stop', answer: [/nothing was done/] },
  ],
  'a list is there to be pointed at': [
    { say: 'list workflows', answer: [/7 workflows/, /\| 1 \| Nightly sync/] },
    { say: 'describe the second one', answer: [/Greeting/, /language/] },
    { say: 'run the first one', answer: [/Nightly sync\*\* has started/], does: runs({}) },
    { say: 'run it', answer: [/Nightly sync/], does: runs({}) },
    { say: "what's running?", answer: [/Nightly sync/] },
    {
      say: 'cancel the second one',
      answer: [/was cancelled/],
      does: { route: 'POST /api/v1/executions/:id/cancel' },
    },
    {
      say: 'cancel nightly sync',
      answer: [/was cancelled/],
      does: { route: 'POST /api/v1/executions/:id/cancel' },
    },
    { say: 'cancel it', answer: [/cancelled already/] },
  ],
  'a run that asks is approved in words': [
    {
      say: 'run pay invoice',
      answer: [/Pay 5,000 to Bob/, /"amount": 5000/],
      choices: ['approve', 'deny'],
      does: runs({}),
    },
    { say: 'what waits for me', answer: [/One approval waits/] },
    { say: 'approve', answer: [/Approved/], does: decides('approve') },
    { say: 'approve', answer: [/approved already/] },
  ],
  'a run that asks is denied with a reason': [
    { say: 'run pay invoice', does: runs({}) },
    { say: 'no, wait', answer: [/Do you deny it/] },
    { say: 'cancel', answer: [/cancel the run, or only leave/] },
    { say: 'never mind', answer: [/it waits/] },
    { say: "don't approve it", answer: [/it waits/] },
    {
      say: 'no, the amount is wrong',
      answer: [/Denied/, /the amount is wrong/],
      does: decides('deny', 'the amount is wrong'),
    },
  ],
  'yes to the question whether to approve approves, and only that': [
    { say: 'run pay invoice', does: runs({}) },
    { say: 'yes', answer: [/Approved/], does: decides('approve') },
    { say: 'yes', answer: [/no question open/] },
  ],
  'where two approvals wait it asks which one': [
    { say: 'run pay invoice', does: runs({}) },
    { say: 'run pay invoice', does: runs({}) },
    { say: 'help', answer: [/what you can say/] },
    { say: 'approve', answer: [/2 approvals wait\. Which one/] },
    { say: 'deny the first one because it is double', does: decides('deny', 'it is double') },
    { say: 'approve', answer: [/Approved/], does: decides('approve') },
  ],
  'what failed is shown, explained and tried again': [
    {
      say: 'run invoice report',
      answer: [/failed at the step pay/],
      choices: ['retry', 'run it again'],
      does: runs({}),
    },
    { say: 'why', answer: [/the server said 500/] },
    { say: 'retry', answer: [/failed/], does: { route: 'POST /api/v1/executions/:id/retry' } },
    { say: 'show me the last failed run', answer: [/the server said 500/] },
    { say: 'failed runs today', answer: [/\| 1 \| Invoice report \| failed/, /\| 2 \|/] },
    { say: 'retry the second one', does: { route: 'POST /api/v1/executions/:id/retry' } },
  ],
  'a workflow is made of a prompt and run': [
    {
      say: 'new workflow: Fetch https://example.com and return the status',
      answer: [/is made/],
      does: {
        route: 'POST /api/v1/workflows',
        args: { prompt: 'Fetch https://example.com and return the status' },
      },
    },
    { say: 'run it', answer: [/has started/], does: runs({}) },
  ],
  'what a prompt leaves open is a question that can be answered': [
    { say: 'create a workflow called Status', answer: [/What should it do/] },
    {
      say: 'Fetch https://example.com and frobnicate the blorp',
      answer: [/cannot make it yet: no tool does that/],
    },
    {
      say: 'return the status',
      answer: [/That would be/, /Fetch https:..example.com and return the status/],
    },
    {
      say: 'yes',
      answer: [/\*\*Status\*\* is made/],
      does: {
        route: 'POST /api/v1/workflows',
        args: { name: 'Status', prompt: 'Fetch https://example.com and return the status' },
      },
    },
    {
      say: 'new workflow: Fetch https://example.com and retrun the status',
      answer: [/did you mean "return"/],
    },
    { say: '1', answer: [/is made/], does: { route: 'POST /api/v1/workflows' } },
    { say: 'new workflow: Frobnicate the blorp', answer: [/cannot make it yet/] },
    { say: 'keep it as a draft', answer: [/is made/], does: { route: 'POST /api/v1/workflows' } },
    { say: 'run it', answer: [/cannot run yet/] },
  ],
  'a message that reads as a prompt is offered as a workflow': [
    {
      say: 'Every Monday at 9 fetch https://example.com and return the status',
      answer: [/reads as a workflow/],
    },
    { say: 'no', answer: [/nothing was done/] },
    {
      say: 'Every Monday at 9 fetch https://example.com and return the status',
      answer: [/reads as a workflow/],
    },
    { say: 'yes', answer: [/is made/], does: { route: 'POST /api/v1/workflows' } },
  ],
  'what nobody clearly ordered waits for a yes': [
    { say: 'nightly sync', answer: [/Shall I run \*\*nightly sync\*\*/] },
    { say: 'no', answer: [/nothing was done/] },
    { say: 'can I run the nightly sync?', answer: [/Shall I/] },
    { say: 'yes', does: runs({}) },
    { say: 'run invoice report now or never', answer: [/not "or never"/] },
    { say: 'cancel it?', answer: [/Shall I cancel it/] },
    { say: 'nope', answer: [/nothing was done/] },
  ],
  'denials do nothing': [
    { say: "don't run order total", answer: [/nothing was done/] },
    { say: 'never cancel it', answer: [/nothing was done/] },
    { say: 'do not approve', answer: [/nothing was done/] },
    { say: 'approve everything', answer: [/one thing at a time/] },
  ],
  'inputs that a workflow does not take are not left out in silence': [
    { say: 'run nightly sync with 5', answer: [/takes no inputs/, /Shall I run it without/] },
    { say: 'yes', does: runs({}) },
    { say: 'run invoice reminder with 5', answer: [/do not know which input "5" is for/] },
    { say: 'never mind' },
    { say: 'run order total with limit = 5', answer: [/do not know which input "limit" is for/] },
  ],
  'small talk and what is not understood change nothing': [
    { say: 'hi', answer: [/Hello/] },
    { say: 'thanks!' },
    { say: 'asdf', answer: [/do not understand "asdf"/] },
    { say: 'yes', answer: [/no question open/] },
    { say: 'the second one', answer: [/no list/] },
    { say: 'usage', answer: [/\*\*0\*\* runs/] },
    { say: 'list tools', answer: [/http\\_get/] },
    { say: 'delete order total', answer: [/not deleted/] },
  ],
}
