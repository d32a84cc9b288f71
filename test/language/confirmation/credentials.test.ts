// A stored secret goes out: the entry says where to, and names a host only when nothing can lead it
// elsewhere.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { confirmed, of } from './confirmed.ts'

const sent = (url: Json) => {
  const args = { url, headers: { authorization: { $secret: 'key' } } }
  const step = { id: 'send', kind: 'tool', server: null, tool: 'http_request', args } as unknown as Json
  const [entry] = of(confirmed('Send it', [step]), 'credential')
  return entry!
}
const computed = 'the credential "key" goes to a host that is computed; the credential says which it may be'

test('a host that stands whole in the plan is named, as whoever sends the request reads it', async t => {
  for (const [url, host] of [
    ['https://good.com', 'good.com'],
    ['https://good.com:8443/a?next=https://other.com', 'good.com'],
    ['https://good.com@other.com/', 'other.com'],
    ['https://good.com\\@other.com/', 'good.com'],
    ['https://good.com\n.other.com/', 'good.com.other.com'],
    [{ $t: 'https://good.com/${inputs.path}' }, 'good.com'],
    [{ $t: 'HTTPS://Good.com?q=${inputs.q}' }, 'good.com'],
    [{ $t: 'https://user@good.com:8443/${inputs.path}' }, 'good.com'],
  ] as readonly (readonly [Json, string])[]) {
    const { says, severity } = sent(url)
    t.equal(says, `the credential "key" goes to "${host}"`, JSON.stringify(url))
    t.equal(severity, 'info')
  }
})

test('a host that something computed makes, ends or chooses is computed, and weighs more', async t => {
  for (const url of [
    { $t: 'https://${inputs.host}/a?next=https://good.com' },
    { $t: 'https://good.com${inputs.rest}' },
    { $t: 'https://good.com:${inputs.port}/' },
    { $t: 'https://good.com\n${inputs.rest}/' },
    { $t: '${inputs.scheme}://good.com/' },
    { $: "inputs.url != 'https://good.com' ? inputs.url : 'x'" },
    { $: '"https://good.com" + inputs.rest' },
  ] as readonly Json[]) {
    const { says, severity } = sent(url)
    t.equal(says, computed, JSON.stringify(url))
    t.equal(severity, 'warning')
  }
})
