// Texts of the list of workflows, and of a workflow's tabs.

export const words = {
  title: 'Workflows',
  lead: 'What you have described in words, and how it has been running.',
  write: 'Write a workflow',
  search: 'Search by name',
  name: 'Name',
  health: 'Last runs',
  success: 'Success',
  p95: 'p95',
  next: 'Next run',
  last: 'Last run',
  never: 'Never ran',
  empty: 'No workflow yet',
  emptyLead:
    'Describe what should happen in plain words. Troupe shows the plan that it makes of them before anything runs.',
  noneFound: (text: string) => `No workflow is named like “${text}”`,
  runsOf: (statuses: string) => `Last runs, newest last: ${statuses}`,
  tabs: {
    label: 'Parts of the workflow',
    plan: 'Plan',
    runs: 'Runs',
    versions: 'Versions',
    triggers: 'Triggers',
    memory: 'Memory',
    use: 'Use it',
    settings: 'Settings',
  },
  run: 'Run',
  needsReview:
    'Troupe has not understood all of this prompt. Answer its questions in the plan; until then it does not run.',
  startsNothing: 'Schedule fails',
  /** @param why as the service says it: one sentence or more */
  refused: (why: string) => `Its schedule starts nothing: ${why}.`,
  toTriggers: 'See its triggers',
  version: (version: number) => `version ${version}`,
  runs: {
    empty: 'This workflow has not run yet',
    emptyLead: 'Run it from here, by a trigger, or by the API: Use it shows how.',
    status: 'Status',
    started: 'Started',
    duration: 'Duration',
    by: 'Started by',
    version: 'Version',
    cost: 'CU',
    all: 'Search all its runs',
  },
} as const
