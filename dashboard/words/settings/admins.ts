// Texts for those whose role does not reach.

export const words = {
  admins: 'Admins and owners',
  only: 'Only admins and owners see this page',
  ask: 'Ask one of them:',
} as const
