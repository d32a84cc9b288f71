// Texts of the versions of a workflow.

export const words = {
  lead: 'Each change of the prompt makes a version. Runs that are under way stay on theirs.',
  active: 'Active',
  tried: (percent: number) => `Tried on ${percent} % of runs`,
  version: (version: number) => `Version ${version}`,
  compare: 'Compare with the active one',
  activate: 'Activate',
  activateTitle: (version: number) => `Activate version ${version}`,
  activateLead:
    'New runs use it. Runs that are under way go on with their version. You can go back in the same way.',
  activated: (version: number) => `Version ${version} is active`,
  share: 'Share of new runs',
  shareHint:
    '100 % ends the trial of another version. Below that, the active version keeps the rest, and a version that fails too often is stopped.',
  note: 'Note',
  by: 'Made by',
  changes: (from: number, to: number) => `From version ${from} to ${to}`,
  noChanges: 'Both versions say and do the same.',
  prompt: 'Prompt',
  steps: 'Steps',
  added: 'added',
  removed: 'removed',
  changed: (fields: string) => `changed: ${fields}`,
  inputs: 'Inputs',
  breaking: 'inputs that fitted may no longer fit',
  additive: 'what fitted still fits',
  cost: 'Compute units of a run',
  trial: 'Trial',
  trialOf: (version: number, percent: number) => `Version ${version} gets ${percent} % of new runs.`,
  figures: { runs: 'Runs', success: 'Success', duration: 'Average' },
} as const
