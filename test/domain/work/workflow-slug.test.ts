import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { rpcName } from '../../../domain/tools/offered-name.ts'
import { distinctSlug, runToolName, workflowSlug } from '../../../domain/work/workflow-slug.ts'

test('a slug is the name in lower case, words joined by single underscores', async t => {
  t.equal(workflowSlug('Send the invoice (EU)'), 'send_the_invoice_eu')
  t.equal(workflowSlug('  Größe -- Ärger  '), 'grosse_arger')
  t.equal(workflowSlug('Ætt, Łódź, Smørrebrød, ĳ'), 'aett_lodz_smorrebrod_ij')
  t.equal(workflowSlug('a__b'), 'a_b')
  t.equal(workflowSlug('請求書'), 'workflow')
})

test('a slug, told apart or not, makes a tool name that clients take, and none that a server could have', async t => {
  const id = newId('workflow')
  for (const name of ['x'.repeat(200), 'word '.repeat(40), '請求書', '_', 'a']) {
    const slug = workflowSlug(name)
    for (const each of [slug, distinctSlug(slug, id)]) {
      const tool = runToolName(each)
      t.equal(rpcName({ server: null, name: tool }), tool)
      t.notMatch(tool, /__/)
    }
  }
})

test('the same workflow is told apart in the same way every time', async t => {
  t.equal(distinctSlug('report', 'wf_01h455vb4pex5vsknk084sn02q'), 'report_084sn02q')
})
