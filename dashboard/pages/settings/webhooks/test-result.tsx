// What a webhook answered to a test.
import type { Answer } from '../../../../http/client.ts'
import { ErrorNote, Note } from '../../../parts/notes.tsx'
import { durationText } from '../../../parts/time.tsx'
import { Value } from '../../../parts/value.tsx'
import { words } from '../../../words/settings/webhooks.ts'

export type Tested = Answer<'POST /api/v1/webhooks/:id/test'>

export function TestResult({ value }: { readonly value: Tested }) {
  const text = textOf(value)
  return (
    <div role="status" className="flex flex-col gap-2">
      {value.ok ? <Note tone="good">{text}</Note> : <ErrorNote>{text}</ErrorNote>}
      {value.body !== null && value.body !== '' && <Value value={value.body} label={words.answerBody} />}
    </div>
  )
}

function textOf({ ok, status, error, durationMs }: Tested): string {
  if (status === null) return words.testLost(error ?? words.noAnswer)
  return (ok ? words.testTaken : words.testRefused)(status, durationText(durationMs))
}
