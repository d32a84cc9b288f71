// Texts of approvals: what waits for a decision, and what was decided.
import { statusWords } from './statuses.ts'

export const words = {
  title: 'Approvals',
  approval: 'Approval',
  lead: 'Runs that wait for a person. Decide with a and d, move with j and k.',
  filter: 'Approvals by status',
  tabs: {
    pending: 'Waiting',
    approved: 'Approved',
    denied: 'Denied',
    expired: 'Expired',
    cancelled: 'Cancelled',
  },
  queue: 'Waiting approvals',
  forYou: 'For you',
  forOthers: 'For others',
  place: (at: number, of: number) => `${at} of ${of}`,
  previous: 'Previous approval',
  next: 'Next approval',
  toNext: 'Next one',
  toInbox: 'All approvals',
  empty: 'Nothing waits for a decision',
  emptyHint:
    'When a run asks before it goes on, its question stands here. In a prompt, say it before the step: Ask admin to approve "Post the orders?", then post the orders.',
  emptyAction: 'Write a workflow that asks',
  emptyHistory: (status: string) => `No approval is ${status}`,
  emptyHistoryHint: 'What people decided, and what ended without a decision, stays here.',
  columns: { asked: 'Asked', decision: 'Decision', by: 'By', when: 'When', note: 'Note' },
  noMessage: 'A long question',

  askedBy: {
    run: 'Asked by the run of',
    chat: 'Asked by the assistant of a chat',
    budget: 'A budget is reached',
  },
  startedBy: (who: string) => `started by ${who}`,
  trigger: {
    api: 'by a call of the API',
    chat: 'in a chat',
    schedule: 'by its schedule',
    tool: 'as a tool',
    workflow: 'by another workflow',
    retry: 'as a retry',
    hook: 'by a hook',
    completion: 'after another workflow',
  } as Readonly<Record<string, string>>,
  nobody: 'nobody',
  you: 'you',
  somebody: 'somebody else',
  leftTime: (time: string) => `${time} left`,
  noLimit: 'No time limit',
  overTime: 'Time is over',
  expiresAt: (time: string) => `Until ${time}`,

  tool: 'Call',
  authorAsks: 'The workflow asks',

  whatHappens: 'What will happen',
  ifApproved: 'If approved',
  ifDenied: 'If denied',
  ifSilent: 'If nobody decides',
  calls: (tool: string) => `calls ${tool} with exactly the arguments below`,
  effects: {
    write: 'it changes something outside',
    destructive: 'it removes or overwrites something, which may have no way back',
    read: 'it only reads',
    pure: 'it only computes',
  } as Readonly<Record<string, string>>,
  goesOn: (count: number) =>
    count === 0
      ? 'then the run ends'
      : count === 1
        ? 'then 1 more step follows'
        : `then ${count} more steps follow`,
  goesOnAlone: (count: number) =>
    count === 0
      ? 'the run ends'
      : count === 1
        ? 'the run goes on with 1 more step'
        : `the run goes on with ${count} more steps`,
  chatGoesOn: 'the assistant goes on with its answer',
  chatStops: 'the assistant is told so, and nothing is called',
  raises: 'the budget is raised and the run goes on',
  endsRun: 'the run ends as failed, and nothing is called',
  goesOnDenied: 'the run goes on, and knows that it was denied',
  handled: 'the steps that the plan has for a failure follow',
  silence: {
    approve: (time: string) => `approved by itself, ${time}`,
    deny: (time: string) => `denied by itself, ${time}`,
    fail: (time: string) => `the run ends as failed, ${time}`,
  },
  quorum: (needed: number, have: number) =>
    `${needed} people must approve; ${have === 0 ? 'nobody has yet' : `${have} ${have === 1 ? 'has' : 'have'}`}. One denial denies.`,
  quorumBy: (names: string) => `Approved so far: ${names}.`,
  votedAlready: 'You have approved this. It waits for others.',

  arguments: 'Arguments',
  exact: 'Exactly what is sent',
  toolSays: 'The tool says of itself:',
  editArguments: 'Change the arguments',
  keepArguments: 'Back to what was asked',
  noJson: 'This is no JSON',
  noNumber: 'Expected a number',
  changes: 'What you changed',
  changedBy: 'What was changed before it was approved',
  asked: 'Asked',
  now: 'Instead',
  removed: 'Removed',
  noEditSeveral: 'Several must approve, so nobody can change the arguments. Deny it if they are wrong.',
  form: 'To fill in',
  formAnswer: 'Chosen',
  required: 'This is needed',
  choose: 'Choose',
  expectedText: {
    minLength: (least: number) => `At least ${least} characters`,
    maxLength: (most: number) => `At most ${most} characters`,
  },

  why: 'Why',
  promptWords: 'The words of the prompt',
  inputs: 'Inputs of the run',
  follows: 'What depends on it',
  followsNothing: 'Nothing follows this step.',
  followsMore: (count: number) => `and ${count} more`,
  others: 'Also waiting in this run',
  step: {
    tool: (tool: string) => `Call ${tool}`,
    set: (name: string) => `Set ${name}`,
    if: 'Choose a branch',
    foreach: (list: string) => `For each of ${list}`,
    parallel: 'At the same time',
    return: 'Return the result',
    fail: 'End as failed',
    approval: 'Ask for another approval',
    wait: 'Wait',
    waitFor: (event: string) => `Wait for the event ${event}`,
    workflow: (name: string) => `Run the workflow ${name}`,
    agent: 'Let a language model work on it',
    code: 'Compute by code',
  },

  approve: 'Approve',
  approveChanged: 'Approve with changes',
  deny: 'Deny',
  reason: 'Why not? The run and its people read it.',
  back: 'Back',
  keys: { approve: 'a', deny: 'd' },
  mayNot: {
    viewer: 'Viewers see approvals and decide none. Ask an admin for the role of a member.',
    others: (names: string, role: string) => `This is addressed to ${names}. Your role is ${role}.`,
    starter: 'Whoever started the run may not decide this, and you did.',
  },
  done: {
    approved: (message: string) => `Approved: ${message}`,
    voted: (message: string) => `Your approval counts, others must follow: ${message}`,
    denied: (message: string) => `Denied: ${message}`,
  },
  openRun: 'Open the run',
  openChat: 'Open the chat',
  decided: (status: string, who: string) => `${statusWords(status)} by ${who}`,
  ended: (status: string) =>
    status === 'cancelled' ? 'Nobody needs to decide any more: the run ended' : 'Nobody decided in time',
  already: (who: string, status: string) => `${who} ${status} this already. Your decision changed nothing.`,
  note: 'Note',
  refused: 'Not decided',
} as const
