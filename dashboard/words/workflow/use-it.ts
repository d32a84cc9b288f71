// Texts of the tab that shows how programs and agents use a workflow.

export const words = {
  lead: 'Run this workflow from anywhere. Each piece has its real id; make a key, and it stands in them too.',
  key: 'API key',
  keyLead: 'A key that may read and run workflows. It is shown only now, and only here.',
  makeKey: 'Make a key',
  made: 'The key stands in the pieces below. It is not shown again.',
  noKey: 'Admins and owners make keys. Ask one of them, or put your own in place of sk_…',
  curl: 'Shell',
  typescript: 'TypeScript',
  typescriptLead: 'With the typed client of this service.',
  agent: 'An agent, by MCP',
  agentOn: 'This workflow is a tool of its own for agents.',
  agentOff: 'Agents run it by execute_workflow. Offer it as a tool of its own in Settings.',
  addToCursor: 'Add to Cursor',
  addToVsCode: 'Add to VS Code',
  claude: 'Claude Code',
  chat: 'Chat in a web page',
  chatLead: 'Use a key with the scope chat only, bound to your origin: visitors can read it.',
  keyName: (name: string) => `Use of ${name}`.slice(0, 100),
} as const
