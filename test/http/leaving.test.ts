import { test } from 'tap'
import { leavingSignal } from '../../http/streaming/leaving.ts'

test('the signal aborts when the client leaves, and not before', async t => {
  const listeners: (() => void)[] = []
  const signal = leavingSignal({ onClose: listener => listeners.push(listener) })
  t.equal(signal.aborted, false)
  for (const leave of listeners) leave()
  t.equal(signal.aborted, true)
  t.match(signal.reason, { code: 'unavailable', message: 'the client has left' })
})
