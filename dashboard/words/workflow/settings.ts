// Texts of the settings of a workflow.

export const words = {
  general: 'General',
  name: 'Name',
  description: 'Description',
  tool: 'Offer it to agents as a tool of its own',
  toolHint: (slug: string) => `As run_${slug} on /rpc.`,
  save: 'Save',
  saved: 'Saved',
  limits: 'Limits',
  concurrency: 'Runs at once',
  concurrencyHint: 'More are queued. Empty: no limit.',
  budget: 'Compute units of a run',
  budgetHint: 'A run that reaches it stops and asks. Empty: no limit.',
  monthlyBudget: 'Compute units a month',
  monthlyBudgetHint: 'Of all its runs, by calendar month (UTC). Empty: no limit.',
  danger: 'Delete',
  dangerLead: 'Its schedule, its hooks and its tool go with it. Its runs stay to be read.',
  delete: 'Delete this workflow',
  deleteTitle: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} is deleted`,
} as const
