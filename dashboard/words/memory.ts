// Texts of what workflows keep between runs: the tab of a workflow, and memories that workflows share.

export const words = {
  lead: 'What this workflow keeps from one run to the next. All of its versions share it.',
  empty: 'This workflow keeps nothing yet',
  emptyLead:
    'Tools such as only_new, changed and remember keep things for the next run. What they keep is listed here.',
  shared: 'Shared memories that its plan names:',
  search: 'Search by a part of the key',
  noneFound: (text: string) => `No key is like “${text}”`,
  table: 'Keys of the memory',
  key: 'Key',
  value: 'Value',
  item: 'An item that was given',
  set: 'Set',
  expires: 'Expires',
  never: 'Never',
  run: 'Run',
  toRun: 'See the run',
  show: 'Show the whole value',
  remove: 'Remove',
  removeTitle: 'Remove this key?',
  removeValue: 'The next run finds no value under it.',
  removeItem: 'The item is new to the next run, which gets it again.',
  removed: 'The key is removed',
  clear: 'Clear the memory',
  clearTitle: (name: string) => `Clear the memory of ${name}?`,
  clearLead:
    'All keys go, and there is no way back. To the next run every item is new, and every count begins at 0.',
  cleared: (count: number) => (count === 1 ? '1 key is removed' : `${count} keys are removed`),
} as const

export const sharedWords = {
  title: 'Shared memories',
  lead: 'What several workflows keep together, under a name that their plans say.',
  create: 'Make a memory',
  none: 'No shared memory yet',
  noneLead:
    'Each workflow has a memory of its own. Workflows share one where what the first has taken, no other may take again.',
  noneMember: 'An admin makes one.',
  name: 'Name',
  nameHint: 'Small letters, digits, _ and -. Plans say it as the argument “memory”.',
  readers: 'Who reads it',
  writers: 'Who changes it',
  writersHint: 'Whoever claims items, compares or counts changes it too.',
  all: { readers: 'All workflows read it', writers: 'All workflows change it' },
  allowed: (ids: 'all' | readonly string[]) =>
    ids === 'all'
      ? 'All workflows'
      : ids.length === 0
        ? 'None'
        : ids.length === 1
          ? '1 workflow'
          : `${ids.length} workflows`,
  noWorkflow: 'There is no workflow yet.',
  keys: 'Keys',
  bytes: 'Size',
  made: 'Made',
  created: (name: string) => `The memory ${name} is there`,
  edit: 'Change who may use it',
  saved: 'Saved',
  deleteTitle: (name: string) => `Delete the memory ${name}?`,
  deleteLead: 'All that it holds goes, and there is no way back. Steps that name it fail from then on.',
  deleted: (name: string) => `The memory ${name} is deleted`,
  held: 'What it holds',
  /** @param most as texts */
  full: (keys: string, bytes: string) => `${keys} of 100,000 keys, ${bytes} of 1,048,576 bytes`,
  empty: 'It holds nothing yet',
  emptyLead: 'Workflows fill it whose plans say its name.',
} as const
