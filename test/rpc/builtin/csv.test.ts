import fc from 'fast-check'
import { test } from 'tap'
import { csvFormat, csvParse } from '../../../rpc/builtin/csv.ts'

test('what is written as CSV is read back as it was', async t => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'ü', "'", '=') })
  const table = fc.array(
    fc.record(
      { id: fc.string({ minLength: 1 }).map(text => `x${text}`), note: cell },
      { noNullPrototype: true },
    ),
  )
  const property = fc.property(table, fc.constantFrom(',', ';', '\t'), (list, delimiter) => {
    const read = csvParse.run({ text: csvFormat.run({ list, delimiter }), delimiter })
    t.strictSame(read, list)
  })
  fc.assert(property, { numRuns: 200 })
})

test('rows are told apart by quotes, a byte order mark and empty lines are passed over', async t => {
  const text = '\uFEFFname;note\r\nAda;"one\r\ntwo"\r\n\r\nBob;\r\n'
  t.strictSame(csvParse.run({ text, delimiter: ';' }), [
    { name: 'Ada', note: 'one\r\ntwo' },
    { name: 'Bob', note: '' },
  ])
  t.strictSame(csvParse.run({ text: 'a,b\n1,2', header: false }), [
    ['a', 'b'],
    ['1', '2'],
  ])
  t.strictSame(csvParse.run({ text: '' }), [])
})

test('line ends may be mixed, whichever comes first', async t => {
  const rows = [
    { a: '1', b: '2' },
    { a: '3', b: 'x\r\ny' },
  ]
  for (const text of [
    'a,b\n1,2\r\n3,"x\r\ny"\r\n',
    'a,b\r\n1,2\n3,"x\r\ny"\n',
    'a,b\r1,2\n3,"x\r\ny"',
    '"a","b"\r\n"1","2"\n"3","x\r\ny"\r',
    'a,b\r\n1,2\r\n3,"x\r\ny"\r\n\u001a',
  ]) {
    t.strictSame(csvParse.run({ text }), rows, JSON.stringify(text))
  }
})

test('the line by which a file names its delimiter to Excel is obeyed and is no row', async t => {
  const rows = [{ a: '1', b: '2,5' }]
  for (const text of ['sep=;\na;b\n1;2,5\n', '\uFEFFsep=;\r\na;b\r\n1;2,5', '"SEP=;"\na;b\n1;2,5\n']) {
    t.strictSame(csvParse.run({ text }), rows, JSON.stringify(text))
    t.strictSame(csvParse.run({ text, delimiter: ',' }), rows, 'the file knows best')
  }
  t.strictSame(csvParse.run({ text: 'sep=\t\na\tb\n1\t2,5\n' }), rows)
  t.strictSame(csvParse.run({ text: 'sep=,b\n1,2' }), [{ 'sep=': '1', b: '2' }], 'a column of that name')
  t.strictSame(csvParse.run({ text: 'sep=;\n' }), [])
})

test('a quote inside a cell is a letter, also in a cell that goes on behind its closing quote', async t => {
  const cells = (line: string) => (csvParse.run({ text: `${line}\n`, header: false }) as string[][])[0]
  t.strictSame(cells('5" pipe,x "y" z,"say ""hi"""'), ['5" pipe', 'x "y" z', 'say "hi"'])
  t.strictSame(cells(' "a, b",c'), [' "a', ' b"', 'c'], 'a cell that begins with a blank is not quoted')
  t.strictSame(cells('"ab"cd,"e, f" ,g'), ['"ab"cd', '"e, f" ', 'g'])
})

test('a row that does not fit its header, a column named twice and an open quote are errors that name them', async t => {
  const bad = (text: string, message: RegExp) =>
    t.throws(() => csvParse.run({ text }), { code: 'bad-text', message })
  bad('a,b\n1,2\n1,2,3', /row 2 after the header has 3 cells, the header 2/)
  bad('a,a\n1,2', /column "a" twice/)
  bad('a\n"1', /not CSV/)
})

test('columns are those of all rows, or the ones asked for; formulas are escaped on request', async t => {
  const list = [{ a: 1 }, { b: { c: true }, a: null }]
  t.equal(csvFormat.run({ list }), 'a,b\n1,\n,"{""c"":true}"\n')
  t.equal(csvFormat.run({ list, columns: ['b.c'], header: false }), '\ntrue\n')
  t.equal(csvFormat.run({ list: [['=1+1', -1]], escapeFormulas: true }), "'=1+1,'-1\n")
  t.equal(csvFormat.run({ list: [] }), '')
})
