// Texts of notifications, and of what one is notified of.

export const words = {
  title: 'Notifications',
  lead: 'What happened in this organization and concerns you. The newest 1,000 are kept.',
  inbox: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  unread: 'Unread',
  all: 'All',
  shown: 'Shown notifications',
  markAll: 'Mark all as read',
  markedAll: (count: number) =>
    count === 1 ? '1 notification is read.' : `${count} notifications are read.`,
  markRead: 'Mark as read',
  isUnread: 'unread',
  seeAll: 'All notifications',
  preferences: 'Preferences',
  none: 'No notifications yet',
  noneHint:
    'You are told here when a run of yours fails, when somebody asks for your approval, and when something needs an owner.',
  noneUnread: 'Nothing is unread',
  noneUnreadHint: 'What comes next appears here by itself.',
} as const

export const preferenceWords = {
  title: 'Notifications',
  lead: 'Choose for each kind whether it appears in Troupe, comes by mail, or both. It holds for you, in this organization, from now on.',
  kind: 'Kind',
  app: 'In Troupe',
  mail: 'By mail',
  appOf: (kind: string) => `${kind}: in Troupe`,
  mailOf: (kind: string) => `${kind}: by mail`,
  mailNote: 'Mails wait a moment, so that what happens together comes in one. You get at most ten an hour.',
  noMail: 'This service sends no mail. What you choose here holds once it does.',
  groups: {
    runs: 'Runs',
    approvals: 'Approvals',
    connections: 'Connections',
    usage: 'Usage and billing',
  },
  kinds: {
    'execution.failed': [
      'A run failed',
      'Of a workflow that you wrote, or that you started; of every one for admins.',
    ],
    'budget.reached': ['A run has used its budget', 'It pauses until somebody raises it.'],
    'schedule.refused': ['A schedule started nothing', 'What it would have started was refused.'],
    'canary.failing': ['A version on trial fails', 'It gets no runs any more.'],
    'approval.requested': ['Somebody asks for your approval', 'The run waits for you.'],
    'approval.decided': ['An approval was decided', 'In a run of a workflow that you wrote.'],
    'tool_server.down': ['A tool server is down', 'Steps that need it wait or fail.'],
    'tool_server.recovered': ['A tool server has recovered', 'It answers again.'],
    'tool_server.quarantined': [
      'Tools have changed',
      'They are called again once somebody accepts the change.',
    ],
    'webhook.failing': ['A webhook is failing', 'Its deliveries have not been taken for a day.'],
    'usage.threshold': ['The runs of the plan are used up soon', 'At 80 % and at 100 % of a month.'],
    'usage.limit_reached': ['The limit refuses runs', 'Once a month, at the first refusal.'],
    'subscription.changed': ['The plan has changed', 'Or a payment did not go through.'],
  },
} as const
