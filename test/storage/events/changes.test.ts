// Who hears what of an organization, and whose changes hosts report.
import { test } from 'tap'
import type { Change } from '../../../domain/news/change.ts'
import { Changes } from '../../../storage/events/changes.ts'
import { WatchedOrganizations } from '../../../storage/events/watched-organizations.ts'

const workflow: Change = { type: 'workflow', id: 'wf_1', isTool: false }

test('a listener hears its own organization, until it leaves', async t => {
  const changes = new Changes()
  const heard: Change[] = []
  const leave = changes.listen('org_1', change => heard.push(change))
  changes.tell('org_2', workflow)
  changes.receive({ type: 'changes', reports: [{ organizationId: 'org_1', changes: [workflow] }] })
  t.strictSame(heard, [workflow])
  leave()
  changes.tell('org_1', workflow)
  t.equal(heard.length, 1)
})

test('when a host begins, every listener may have missed something', async t => {
  const changes = new Changes()
  const heard: string[] = []
  for (const id of ['org_1', 'org_2']) changes.listen(id, ({ type }) => heard.push(`${id} ${type}`))
  changes.receive({ type: 'began' })
  t.strictSame(heard, ['org_1 missed', 'org_2 missed'])
})

test('hosts see who is watched at once, as long as somebody watches', async t => {
  const changes = new Changes()
  const ofHost = new WatchedOrganizations(structuredClone(changes.watched.shared))
  changes.listen('org_1', () => {})
  t.equal(ofHost.isEmpty, true, 'a client of /rpc watches nothing')
  const leave = [changes.watch('org_1', () => {}), changes.watch('org_1', () => {})]
  t.equal(ofHost.has('org_1'), true)
  leave[0]!()
  t.equal(ofHost.has('org_1'), true)
  leave[1]!()
  t.equal(ofHost.has('org_1'), false)
  t.equal(ofHost.isEmpty, true)
})
