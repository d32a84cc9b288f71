// Texts of the triggers of a workflow.

interface Counted {
  readonly everyWeeks?: number | undefined
  readonly everyDays?: number | undefined
  readonly from?: string | undefined
}

export const words = {
  lead: 'What starts this workflow without anybody asking for it.',
  empty: 'Nothing starts this workflow by itself',
  emptyLead:
    'A schedule runs it at set times, a hook when another system calls, a completion when another workflow ends. The prompt can say so too: “Every Monday at 9:00 …”.',
  addSchedule: 'Set a schedule',
  addHook: 'Add a hook',
  addCompletion: 'After another workflow',
  kinds: { schedule: 'Schedule', hook: 'Hook', completion: 'After another workflow' },
  fromPrompt: 'From the prompt',
  fromPlan: 'From the plan',
  /** Which weeks or days count. */
  counted: ({ everyWeeks, everyDays, from }: Counted) =>
    from === undefined
      ? ''
      : everyWeeks !== undefined
        ? `every ${everyWeeks} weeks from ${from}`
        : everyDays !== undefined
          ? `every ${everyDays} days from ${from}`
          : `from ${from}`,
  enabled: 'On',
  next: 'Next',
  lastError: (message: string) => `Last time nothing was started: ${message}`,
  willFail: (message: string) => `Next time nothing will be started: ${message}`,
  lastRun: 'Last run',
  scheduleTitle: 'Schedule',
  cron: 'Times',
  cronHint:
    'Five fields: minute, hour, day of month, month, day of week. “0 9 * * 1-5” is 9:00 from Monday to Friday.',
  timezone: 'Time zone',
  overlap: 'When the last run is still under way',
  overlaps: { skip: 'Skip this time', queue: 'Run after it', allow: 'Run beside it' },
  missed: 'Times that passed while the service was down',
  misses: { last: 'Run once for the latest', all: 'Run for each', none: 'Leave them out' },
  inputs: 'Inputs',
  inputsHint: 'Each run of the schedule gets these.',
  remove: 'Remove',
  removeTitle: 'Remove this trigger',
  removeHook: 'Whoever calls its address gets 404 from then on.',
  removeOther: 'It starts nothing from then on.',
  removed: 'The trigger is removed',
  hookTitle: 'A hook for other systems',
  hookLead: 'Troupe gives you an address. Each call of it starts a run; a call that comes twice starts one.',
  verification: 'How the sender proves itself',
  verifications: {
    none: 'Not at all: the address is the secret',
    bearer: 'Bearer token',
    github: 'GitHub signature',
    stripe: 'Stripe signature',
    slack: 'Slack signature',
    standard: 'Standard Webhooks signature',
  },
  secret: 'Secret',
  secretHint: 'The same secret that the sender has. It is never shown again.',
  hookMade: 'The address of the hook',
  hookMadeLead: 'It is shown only now. Keep it secret unless the sender proves itself.',
  rotate: 'Give it another address',
  rotateLead: 'The old address stops at once.',
  completionTitle: 'Run after another workflow',
  watched: 'The workflow that is watched',
  on: 'When it',
  ons: { completed: 'completes', failed: 'fails', both: 'ends' },
  create: 'Create',
  set: 'Set the schedule',
  after: (name: string, on: string) => `When ${name} ${on}`,
} as const
