// What a model that can plan answers to the sample request (language/planners/sample-plan.ts).
export const sampleAnswer = {
  plan: {
    irVersion: 2,
    start: [{ kind: 'schedule', cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }],
    steps: [
      { id: 'orders', kind: 'tool', server: 'shop', tool: 'list_orders', args: { status: 'late' } },
      {
        ...{ id: 'tell', kind: 'tool', server: 'mail', tool: 'send' },
        args: {
          to: 'ada@example.com',
          subject: 'Late orders',
          text: { $t: '${size(steps.orders)} orders are late.' },
        },
      },
    ],
  },
  quotes: { orders: 'list the late orders of the shop', tell: 'mail ada@example.com how many there are' },
}
