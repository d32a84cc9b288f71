// The question to the person of an agent: which workflow it is about, what was asked for, what they tick.
import { test } from 'tap'
import type { Confirmation } from '../../../domain/work/confirming/entry.ts'
import { confirmingQuestion } from '../../../rpc/surface/confirmation-form.ts'

const removes = (step: string) => ({
  ...{ id: `effect:${step}`, kind: 'effect', step, tool: 'shop__wipe', effect: 'destructive' },
  ...{ says: 'shop__wipe removes something\n  id: 1 (in the request)', severity: 'tick' },
})
const shown = {
  ...{ digest: 'd', accepted: false, required: true },
  entries: [removes('first'), removes('second')],
} as Confirmation
const asking = {
  ...{ id: 'wf_1', name: 'Wipe\u202e it', prompt: 'Wipe order 1\nnow', plannedBy: 'agent' as const },
  ...{ page: 'https://troupe.example.com/workflows/wf_1', defect: null },
} as const
const paramsOf = (more: { readonly plannedBy?: 'model'; readonly prompt?: string } = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  confirmingQuestion(shown, { ...asking, ...more }).params as any

test('the question names the workflow, its page and its request, with hidden characters escaped', async t => {
  t.match(
    paramsOf().message,
    /Workflow: "Wipe\\u202e it" \(wf_1\)\nPage: https:\/\/troupe\.example\.com\/workflows\/wf_1\n/,
  )
  t.match(paramsOf().message, '\nThe request, as your agent says it: "Wipe order 1\\nnow"\n')
  t.match(paramsOf({ plannedBy: 'model' }).message, '\nThe request: "Wipe order 1\\nnow"\n')
  t.match(paramsOf({ prompt: 'x'.repeat(5_000) }).message, /… 1000 more characters, at its page/)
})

test('each tick says its step', async t => {
  const { properties } = paramsOf().requestedSchema
  t.equal(properties.tick_1.title, 'Meant: shop__wipe removes something (step first)')
  t.equal(properties.tick_2.title, 'Meant: shop__wipe removes something (step second)')
})
