import { test } from 'tap'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { documentsServer } from '../../../rpc/first-party/documents/index.ts'
import { install } from './installed.ts'

test('a template is filled with loops, conditions, amounts and dates', async t => {
  const { render } = documents(t)
  const template = `{% for l in lines %}{{ forloop.index }}. {{ l.item | upcase }} {{ l.price | currency: "EUR" }}
{% endfor %}{% if total > 10 %}large{% endif %} {{ total | number: 2 }} {{ on | date: "%d.%m.%Y %H:%M" }} {{ note | default: "none" }}`
  const data = {
    lines: [
      { item: 'Pen', price: 2.5 },
      { item: 'Ink', price: '1234.5' },
    ],
    total: 1237,
    on: '2026-01-05T23:30:00Z',
  }
  t.equal(
    await render({ template, data, locale: 'de-DE', timezone: 'Europe/Berlin' }),
    '1. PEN 2,50\u00a0€\n2. INK 1.234,50\u00a0€\nlarge 1.237,00 06.01.2026 00:30 none',
  )
  t.match(await render({ template: '{{ 1234.5 | currency: "USD" }}' }), '$1,234.50')
})

test('what the data does not have, and what makes no sense, is said and not left out', async t => {
  const { render } = documents(t)
  const bad = (template: string, message: RegExp) =>
    t.rejects(
      render({ template, data: { a: 'x' } }),
      { code: 'bad-template', retryable: false, message },
      template,
    )
  await bad('{{ b }}', /undefined variable: b/)
  await bad('{{ a.b.c }}', /undefined variable/)
  await bad('{{ a | nothing }}', /undefined filter: nothing/)
  await bad('{% for %}', /the template: /)
  await bad('{{ a | currency }}', /expected a number, received "x"/)
  await bad('{% include "/etc/passwd" %}', /ENOENT/)
  await bad('{% render "../../package.json" %}', /ENOENT/)
  await bad('{{ a.constructor.constructor }}', /undefined variable/)
  await bad('{{ a.__proto__ }}', /undefined variable/)
  await t.rejects(render({ template: 'x', locale: 'not a locale' }), { code: 'invalid-arguments' })
  await t.rejects(render({ template: 'x', timezone: 'Nowhere' }), { code: 'invalid-arguments' })
})

test('a template without end, or of an endless text, comes to one', async t => {
  const { render } = documents(t)
  const nested = '{% for a in (1..99999) %}{% for b in (1..99999) %}{% endfor %}{% endfor %}'
  await t.rejects(render({ template: nested }), { code: /bad-template|timeout|too-large/ })
  const doubling = `{% assign s = "xxxxxxxx" %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}`
  await t.rejects(render({ template: doubling }), { code: /bad-template|too-large/ })
  await t.rejects(
    render({ template: '{% for i in (1..300) %}{{ a }}{% endfor %}', data: { a: 'x'.repeat(5_000) } }),
    {
      code: 'too-large',
    },
  )
})

test('values are text in an HTML page, whatever they hold', async t => {
  const { call } = documents(t)
  const evil = '<script>alert(1)</script> **b** [x](javascript:1) | & \n# h'
  const page = await call('create_html', {
    template: '# Hello {{ name }}\n\n| a | b |\n|---|---|\n| {{ name }} | 1 |',
    data: { name: evil },
    title: '<T>',
  })
  const html = String(page['html'])
  t.match(html, '<title>&lt;T&gt;</title>')
  t.notMatch(html, /<script|<strong|<a /)
  t.match(
    html,
    /<td>&lt;script&gt;alert\(1\)&lt;\/script&gt; \*\*b\*\* \[x\]\(javascript:1\) \| (&amp;|&) # h<\/td>\n<td>1<\/td>/,
  )
  t.match(page['file'], { name: 'document.html', mediaType: 'text/html; charset=utf-8' })
  const own = await call('create_html', {
    template: '<p>{{ name }}</p>{{ name | raw }}',
    data: { name: '<b>' },
    isSource: true,
  })
  t.equal(own['html'], '<p>&lt;b&gt;</p><b>')
})

test('a PDF holds the text of its template, in letters of three alphabets', async t => {
  const { pdf } = documents(t)
  const template = `# Invoice {{ number }}

Dear **{{ name }}**, see [our page](https://example.com/) &amp; pay.

| Item | Price |
|:-----|------:|
{% for l in lines %}| {{ l.item }} | {{ l.price | currency: "EUR" }} |
{% endfor %}

1. first
2. second
   - nested
   - [x] done

> quoted

\`\`\`
  code
\`\`\`

---

Ελληνικά, Кириллица, Łódź, naïve – “quotes” ½ €`
  const data = {
    number: 7,
    name: 'Ada *Lovelace* | <b>',
    lines: [
      { item: 'Pen_1_', price: 2.5 },
      { item: 'Ink', price: 12 },
    ],
  }
  const { text, pages, info, file } = await pdf({
    template,
    data,
    title: 'Invoice 7',
    footer: 'ACME',
    fileName: 'invoice.pdf',
  })
  t.equal(pages, 1)
  t.match(file, { name: 'invoice.pdf', mediaType: 'application/pdf' })
  for (const wanted of [
    ...[
      'Invoice 7',
      'Dear Ada *Lovelace* | <b>, see our page & pay.',
      'Pen_1_',
      '€12.00',
      'nested',
      '[x] done',
      'quoted',
    ],
    ...['code', 'Ελληνικά, Кириллица, Łódź, naïve – “quotes” ½ €', 'ACME', '1 / 1'],
  ]) {
    t.ok(text.includes(wanted), `${wanted} in ${text}`)
  }
  t.match(info, { Title: 'Invoice 7' })
})

test('a PDF has the pages that it needs, no more than are allowed, and those that are asked for', async t => {
  const { call, pdf } = documents(t)
  t.equal(
    (await pdf({ template: 'a\n\n<!-- pagebreak -->\n\nb', pageSize: 'A5', orientation: 'landscape' })).pages,
    2,
  )
  const rows = Array.from({ length: 60 }, (_, n) => ({ n }))
  const long = await pdf({
    template: '| n |\n|---|\n{% for r in rows %}| {{ r.n }} |\n{% endfor %}',
    data: { rows },
  })
  t.ok(long.pages > 1)
  t.match(long.text, /59/)
  const breaks = '{% for i in (1..250) %}x\n\n<!-- pagebreak -->\n\n{% endfor %}'
  await t.rejects(call('create_pdf', { template: breaks }), { code: 'too-large', message: /at most 200/ })
})

test('letters that the fonts do not have are said, and nothing is fetched or read', async t => {
  const { call, pdf } = documents(t)
  for (const letter of ['漢', '😀', 'ع']) {
    await t.rejects(call('create_pdf', { template: `a ${letter}` }), {
      code: 'unsupported-text',
      message: new RegExp(letter),
    })
  }
  const { text } = await pdf({
    template: '![logo](file:///etc/passwd) ![x](http://127.0.0.1:1/x.png) [y](javascript:alert(1))',
  })
  t.match(text, /logo x y/)
})

function documents(t: Test) {
  const call = install(t, documentsServer)
  const render = async (args: JsonObject) => (await call('render_template', args))['text']
  const pdf = async (args: JsonObject) => {
    const { file, pages } = await call('create_pdf', args)
    const proxy = await getDocumentProxy(new Uint8Array(Buffer.from(base64Of(file), 'base64')))
    const { text, totalPages } = await extractText(proxy, { mergePages: true })
    t.equal(totalPages, pages)
    const { info } = await getMeta(proxy)
    return { text: text.replace(/\s+/g, ' '), pages: Number(pages), info: info as JsonObject, file }
  }
  return { call, render, pdf }
}

function base64Of(file: Json | undefined): string {
  return (file as { base64: string }).base64
}

type Test = Parameters<typeof install>[0] & { equal(found: unknown, wanted: unknown): unknown }
