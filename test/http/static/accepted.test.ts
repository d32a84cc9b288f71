import { test } from 'tap'
import { bestEncoding, takesPages } from '../../../http/static/accepted.ts'

test('a form is sent only where the client takes it, the smallest among those that it likes best', async t => {
  const forms = {
    '': 'identity',
    identity: 'identity',
    'gzip, deflate, br': 'br',
    BR: 'br',
    brotli: 'identity',
    'br;q=0, gzip': 'gzip',
    'br;q=0.0': 'identity',
    'gzip;q=0.5': 'gzip',
    'gzip, br;q=0.8': 'gzip',
    'gzip;q=0.8, br;q=0.8': 'br',
    'identity;q=1, br;q=0.5': 'identity',
    '*': 'br',
    '*;q=0.5, br;q=0': 'gzip',
    '*;q=0': 'identity',
    'br ; q=0 , gzip ; q=1': 'gzip',
    'br;q=much': 'br',
    ',;,': 'identity',
  }
  for (const [accepted, form] of Object.entries(forms)) t.equal(bestEncoding(accepted), form, accepted)
})

test('only who names HTML asks for pages', async t => {
  t.ok(takesPages('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'))
  t.ok(takesPages('application/json;q=0.9, Text/HTML;q=0.1'))
  for (const accept of ['', '*/*', 'text/*', 'application/json', 'text/html;q=0', 'text/html-not']) {
    t.notOk(takesPages(accept), accept)
  }
})
