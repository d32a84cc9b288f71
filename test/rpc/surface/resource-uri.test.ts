import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { parseResource, resourceUri } from '../../../rpc/surface/resource-uri.ts'

test('addresses are read as they are written', async t => {
  const names = [
    { kind: 'workflow', id: newId('workflow') },
    { kind: 'execution', id: newId('execution') },
    { kind: 'logs', id: newId('execution') },
    { kind: 'tool-result', id: newId('toolResult') },
  ] as const
  for (const name of names) t.strictSame(parseResource(resourceUri(name)), name)
})

test('everything else is no address of ours', async t => {
  const execution = newId('execution')
  const wrong = [
    '',
    'troupe://',
    `troupe://executions/${execution}/`,
    `troupe://executions/${execution}/logs/x`,
    `troupe://workflows/${execution}`,
    `troupe://workflows/${newId('workflow')}/logs`,
    `troupe://tool-results/${newId('toolResult')}/logs`,
    `troupe://tool-results/${execution}`,
    `TROUPE://executions/${execution}`,
    `troupe://executions/..%2f${execution}`,
    'file:///etc/passwd',
  ]
  for (const uri of wrong) t.equal(parseResource(uri), null, uri)
})
