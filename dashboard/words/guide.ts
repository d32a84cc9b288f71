// The guide of a first workflow.
export const words = {
  title: 'Your first workflow',
  steps: [
    ['Write', 'Say what should happen. Each line of the plan lights up its words.'],
    ['Dry run', 'See what would happen, without any effect.'],
    ['Run', 'Save it and run it for real.'],
    ['Watch', 'Each bar is a step. Choose one to see what went in and came out.'],
  ],
  close: 'Hide the guide',
  done: 'That was all. Now start it from elsewhere: by API, from an agent, in a chat.',
  useIt: 'Use it',
} as const
