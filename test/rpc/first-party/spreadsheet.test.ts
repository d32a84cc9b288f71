import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { test } from 'tap'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { spreadsheetServer } from '../../../rpc/first-party/spreadsheet/index.ts'
import { install } from './installed.ts'

test('rows are written as XLSX and read back with their types', async t => {
  const call = install(t, spreadsheetServer)
  const rows = [
    { id: 1, name: 'Ada <&> "ü"', paid: true, on: '2026-01-05', at: '2026-01-05T10:00:00Z', note: null },
    {
      id: 2.5,
      name: '=1+1',
      paid: false,
      on: '2026-02-28',
      at: '2026-01-05T23:59:59Z',
      note: 'x',
      extra: { a: [1] },
    },
  ]
  const { file } = await call('write_xlsx', { rows, dates: ['on', 'at'], fileName: 'orders.xlsx' })
  t.match(file, { name: 'orders.xlsx', mediaType: /spreadsheetml/, sizeBytes: Number })
  const read = await call('read_xlsx', { file: file as JsonObject })
  t.strictSame(read['columns'], ['id', 'name', 'paid', 'on', 'at', 'note', 'extra'])
  t.strictSame(read['rows'], [
    {
      id: 1,
      name: 'Ada <&> "ü"',
      paid: true,
      on: '2026-01-05',
      at: '2026-01-05T10:00:00',
      note: null,
      extra: null,
    },
    {
      ...{ id: 2.5, name: '=1+1', paid: false, on: '2026-02-28', at: '2026-01-05T23:59:59', note: 'x' },
      extra: '{"a":[1]}',
    },
  ])
  const sheet = strFromU8(partsOf(file)['xl/worksheets/sheet1.xml']!)
  t.notMatch(sheet, '<f>', 'a text is no formula')
  t.match(sheet, /<pane [^>]*state="frozen"/)
})

test('several sheets have their names, and one is read by its name', async t => {
  const call = install(t, spreadsheetServer)
  const sheets = [
    { name: 'Orders/2026', rows: [{ a: 1 }] },
    {
      rows: [
        ['x', 1],
        ['y', null],
      ],
    },
  ]
  const { file } = await call('write_xlsx', { sheets })
  const read = (args: JsonObject) => call('read_xlsx', { file: file as JsonObject, ...args })
  t.match(await read({}), { sheet: 'Orders 2026', sheets: ['Orders 2026', 'Sheet 2'], rows: [{ a: 1 }] })
  t.match(await read({ sheet: 'Sheet 2', header: false }), {
    columns: [],
    rows: [
      ['x', 1],
      ['y', null],
    ],
  })
  await t.rejects(read({ sheet: 'Other' }), { code: 'unknown-sheet', message: /Orders 2026, Sheet 2/ })
  const twice = [
    { name: 'A', rows: [] },
    { name: 'a', rows: [] },
  ]
  await t.rejects(call('write_xlsx', { sheets: twice }), {
    code: 'invalid-arguments',
    message: /comes twice/,
  })
  await t.rejects(call('write_xlsx', {}), { code: 'invalid-arguments' })
})

test('a workbook of Excel gives shared texts, results of formulas, dates and errors', async t => {
  const call = install(t, spreadsheetServer)
  const sheet = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>0</v></c><c r="D1" t="inlineStr"><is><t>on</t></is></c></row>
    <row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="str"><f>A1</f><v>result</v></c>
    <c r="D3" s="1"><v>46027</v></c><c r="E3" s="1"><v>46027.5</v></c></row>`
  const read = await call('read_xlsx', { file: workbook({ 'xl/worksheets/sheet1.xml': sheetOf(sheet) }) })
  t.strictSame(read['columns'], ['Name', 'column_2', 'Name_2', 'on', 'column_5'])
  t.strictSame(read['rows'], [
    { Name: 2, column_2: true, Name_2: 'result', on: '2026-01-05', column_5: '2026-01-05T12:00:00' },
  ])
})

test('a number is the date, the time or the duration that its cell shows', async t => {
  const call = install(t, spreadsheetServer)
  const value = async (
    format: string | number,
    serial: number | string,
    changes: Record<string, string> = {},
  ) =>
    (
      (await call('read_xlsx', { file: formatted(format, serial, changes), header: false }))[
        'rows'
      ] as Json[][]
    )[0]?.[0]
  const shown: [string | number, number, Json][] = [
    ['[h]:mm:ss', 26 / 24 + 5 / 1440, '26:05:00'],
    [46, 1.5, '36:00:00'],
    ['[hh]:mm', 100, '2400:00:00'],
    ['[mm]:ss', 0.0625, '01:30:00'],
    ['[h]:mm:ss;@', -0.0625, '-01:30:00'],
    ['mm:ss.0', 0.00001, '00:00:00.864'],
    ['h:mm', 9 / 24 + 5 / 1440, '09:05:00'],
    [20, 0.378472222222222, '09:05:00'],
    ['h:mm AM/PM', 0.5, '12:00:00'],
    ['[$-409]h:mm\\ AM/PM;@', 0.75, '18:00:00'],
    ['hh:mm:ss', 0.999999, '24:00:00'],
    ['hh:mm', 26 / 24, '26:00:00'],
    ['hh:mm', 46027.5, '2026-01-05T12:00:00'],
    ['yyyy-mm-dd hh:mm', 46027.37847222222, '2026-01-05T09:05:00'],
    ['yyyy-mm-dd hh:mm', 0.378472222222222, '09:05:00'],
    ['[$-411]ggge"年"m"月"d"日";@', 46027, '2026-01-05'],
    ['[$-411]ge.m.d', 46027, '2026-01-05'],
    ['[$-404]e/m/d', 46027, '2026-01-05'],
    ['dd/mm/bbbb', 46027, '2026-01-05'],
    ['dd. mmmm yyyy "Uhr"', 46027, '2026-01-05'],
    ['mmm-yy', 46027, '2026-01-05'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46027, '2026-01-05'],
    [14, 1, '1900-01-01'],
    [14, 59, '1900-02-28'],
    [14, 60, '1900-02-29'],
    [14, 61, '1900-03-01'],
    [14, 2958465, '9999-12-31'],
    [14, 2958466, 2958466],
    [14, -1, -1],
    [14, 0, 0],
    ['0.00', 46027, 46027],
    ['General', 46027, 46027],
    ['Standard', 46027, 46027],
    ['[Red]#,##0.00 "days"', 46027, 46027],
    ['0.0E+00', 46027, 46027],
    ['# ?/?', 0.5, 0.5],
    ['[$kr-414]\\ #,##0', 12, 12],
    ['@', 12, 12],
    ['00"h"', 12, 12],
  ]
  for (const [format, serial, expected] of shown)
    t.strictSame(await value(format, serial), expected, `${format} ${serial}`)
  const since1904 = { date1904: '1' }
  t.equal(await value(14, 0, since1904), '1904-01-01')
  t.equal(await value(14, 44565, since1904), '2026-01-05')
  t.equal(await value('[h]:mm', 1.5, since1904), '36:00:00')
  t.equal(await value('yyyy-mm-dd', '2026-01-05T09:05:00', { t: 'd' }), '2026-01-05T09:05:00')
  t.equal(await value('yyyy-mm-dd', '2026-01-05', { t: 'd' }), '2026-01-05')
})

test('a text is unchanged, with its blanks', async t => {
  const call = install(t, spreadsheetServer)
  const rows = [{ code: '  007 ', note: 'a\u00a0' }]
  const { file } = await call('write_xlsx', { rows })
  t.strictSame((await call('read_xlsx', { file: file as JsonObject }))['rows'], rows)
  const sheet =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve"> x </t></is></c></row>'
  const read = await call('read_xlsx', { file: workbook({ 'xl/worksheets/sheet1.xml': sheetOf(sheet) }) })
  t.strictSame(read['rows'], [{ a: ' x ' }])
})

test('a date column takes dates of the calendar, and no other date in their place', async t => {
  const call = install(t, spreadsheetServer)
  for (const on of [
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-01-05T25:00:00',
    '2025-02-29 10:00',
  ]) {
    await t.rejects(call('write_xlsx', { rows: [{ on }], dates: ['on'] }), {
      code: 'invalid-arguments',
      message: `rows: "${on}" is not a date`,
    })
  }
  const dates = [
    ['2026-02-28', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-01-05 09:05', '2026-01-05T09:05:00'],
    ['2026-01-05 09:05:30+02', '2026-01-05T07:05:30'],
    ['2026-01-05T09:05:30+02:00', '2026-01-05T07:05:30'],
    ['1900-03-01', '1900-03-01'],
    ['1900-02-28', '1900-02-28'],
    ['0001-01-01', '0001-01-01'],
    ['unknown', 'unknown'],
    ['2026-01-05 (estimated)', '2026-01-05 (estimated)'],
  ]
  const rows = dates.map(([on = '']) => ({ on }))
  const { file } = await call('write_xlsx', { rows, dates: ['on'] })
  t.strictSame(
    (await call('read_xlsx', { file: file as JsonObject }))['rows'],
    dates.map(([, on = '']) => ({ on })),
  )
})

test('rows are cut off at the limit that was asked for', async t => {
  const call = install(t, spreadsheetServer)
  const rows = Array.from({ length: 10 }, (_, n) => ({ n }))
  const { file } = await call('write_xlsx', { rows })
  const csv = await call('write_csv', { rows })
  for (const [maxRows, isCut] of [
    [9, true],
    [10, false],
    [11, false],
  ] as const) {
    for (const output of [
      await call('read_xlsx', { file: file as JsonObject, maxRows }),
      await call('read_csv', { file: csv['file'] as JsonObject, maxRows }),
    ]) {
      t.same([(output['rows'] as Json[]).length, output['isCut']], [Math.min(maxRows, 10), isCut])
    }
  }
})

test('a file that is no workbook, or unpacks or grows without measure, is refused', async t => {
  const call = install(t, spreadsheetServer)
  const read = (file: string) => call('read_xlsx', { file })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  for (const file of [
    '',
    base64('id,name\n1,x'),
    base64('PK\u0003\u0004 nothing'),
    zipped({ 'a.txt': strToU8('x') }),
  ]) {
    await t.rejects(read(file), { code: 'bad-file', retryable: false })
  }
  const bomb = new Uint8Array(40 * 1024 * 1024)
  await t.rejects(read(workbook({ 'xl/worksheets/sheet1.xml': bomb })), {
    code: 'too-large',
    message: /unpacks to more/,
  })
  const parts = Object.fromEntries(Array.from({ length: 1_100 }, (_, n) => [`x${n}.xml`, strToU8('<a/>')]))
  await t.rejects(read(workbook(parts)), { code: 'too-large' })
  const lying = Buffer.from(workbook({ 'xl/worksheets/sheet1.xml': bomb }), 'base64')
  for (let at = 0; (at = lying.indexOf('PK\u0001\u0002', at)) >= 0; at += 4) lying.writeUInt32LE(100, at + 24)
  await t.rejects(read(lying.toString('base64')), { code: /bad-file|too-large/ }, 'sizes that are not true')
  const far = sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
  await t.rejects(read(workbook({ 'xl/worksheets/sheet1.xml': far })), { name: 'ToolFailure' })
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${sheetOf('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>')}`
  const expanded = await read(workbook({ 'xl/worksheets/sheet1.xml': entities })).catch(error => error)
  t.notMatch(JSON.stringify(expanded), 'aaaaaaaaaa')
})

test('CSV is read whatever program wrote it', async t => {
  const call = install(t, spreadsheetServer)
  const rows = async (bytes: Buffer, args: JsonObject = {}) =>
    (await call('read_csv', { file: bytes.toString('base64'), ...args }))['rows']
  const expected = [{ name: 'Räuber, Ada', total: '1,5' }]
  t.strictSame(await rows(Buffer.from('name;total\r\n"Räuber, Ada";1,5\r\n')), expected)
  t.strictSame(await rows(Buffer.from('\ufeffname;total\n"Räuber, Ada";1,5')), expected, 'byte order mark')
  t.strictSame(await rows(Buffer.from('name;total\nRäuber, Ada;1,5\n', 'latin1')), expected, 'windows-1252')
  const utf16 = Buffer.from('\ufeffname\ttotal\nRäuber, Ada\t1,5\n', 'utf16le')
  t.strictSame(await rows(utf16), expected, 'utf-16')
  t.strictSame(await rows(Buffer.from('a|b\n1|2'), { numbers: true }), [{ a: 1, b: 2 }])
  const typed = 'a,b,c,d,e\n1.5,-2,true,,007\n12345678901234567890,x,1e5,"",0'
  t.strictSame((await call('read_csv', { text: typed, numbers: true }))['rows'], [
    { a: 1.5, b: -2, c: true, d: null, e: '007' },
    { a: '12345678901234567890', b: 'x', c: '1e5', d: null, e: 0 },
  ])
  t.strictSame((await call('read_csv', { text: 'a,a,\n1,2,3,4' }))['columns'], [
    'a',
    'a_2',
    'column_3',
    'column_4',
  ])
  await t.rejects(call('read_csv', { text: 'a,b\n"1' }), {
    code: 'bad-text',
    message: /file is not CSV: Quote/,
  })
  await t.rejects(call('read_csv', {}), { code: 'invalid-arguments' })
})

test('the lines of a CSV file end as they come, and its delimiter is the one of most lines', async t => {
  const call = install(t, spreadsheetServer)
  const rows = async (text: string) => (await call('read_csv', { text }))['rows']
  for (const text of [
    'a,b\n1,2\r\n3,4\r\n',
    'a,b\r\n1,2\n3,4\n',
    'a,b\r1,2\r3,4',
    'sep=,\r\na,b\r\n1,2\r\n3,4',
  ]) {
    const expected = [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]
    t.strictSame(await rows(text), expected, JSON.stringify(text))
  }
  t.strictSame(await rows('sep=;\na;b\n1;2\n'), [{ a: '1', b: '2' }])
  t.strictSame(await rows('id;size\n1;5" pipe\n2;6"\n'), [
    { id: '1', size: '5" pipe' },
    { id: '2', size: '6"' },
  ])
  t.strictSame(await rows('item;price;note\nPen;1,50;small, blue, new\nInk;2,00;\n'), [
    { item: 'Pen', price: '1,50', note: 'small, blue, new' },
    { item: 'Ink', price: '2,00', note: '' },
  ])
  t.strictSame(await rows('Turnover, all shops\n\nshop\ttotal\nOne\t1,50\nTwo\t2,50\n'), [
    { 'Turnover, all shops': 'shop', column_2: 'total' },
    { 'Turnover, all shops': 'One', column_2: '1,50' },
    { 'Turnover, all shops': 'Two', column_2: '2,50' },
  ])
  t.strictSame(await rows('"last, first","id; old"\n"Byron, Ada","1; 2"\n'), [
    { 'last, first': 'Byron, Ada', 'id; old': '1; 2' },
  ])
})

test('a CSV file that was downloaded as text is read like one in base64', async t => {
  const call = install(t, spreadsheetServer)
  const rows = async (file: string) => (await call('read_csv', { file }))['rows']
  t.strictSame(await rows('a,b\n1,2'), [{ a: '1', b: '2' }])
  t.strictSame(await rows('a\tb\n1\t2'), [{ a: '1', b: '2' }])
  t.strictSame(await rows('id\n1001\n1002\n'), [{ id: '1001' }, { id: '1002' }])
  const long = `name,note\n${'Ada,x\n'.repeat(40)}`
  const mail = Buffer.from(long)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
  t.equal(((await rows(mail)) as Json[]).length, 40)
})

test('CSV is written so that a spreadsheet computes nothing, and Excel finds its letters', async t => {
  const call = install(t, spreadsheetServer)
  const rows = [
    { id: 1, who: { name: '=cmd|x' } },
    { id: -2, who: { name: 'ü;"' } },
  ]
  const text = async (args: JsonObject) => {
    const { file } = await call('write_csv', { rows, columns: ['id', 'who.name'], ...args })
    return Buffer.from((file as { base64: string }).base64, 'base64').toString()
  }
  t.equal(await text({}), 'id,who.name\n1,\'=cmd|x\n\'-2,"ü;"""\n')
  t.equal(
    await text({ delimiter: ';', forExcel: true, escapeFormulas: false }),
    '\ufeffid;who.name\n1;=cmd|x\n-2;"ü;"""\n',
  )
})

function partsOf(file: Json | undefined): Record<string, Uint8Array> {
  return unzipSync(Buffer.from((file as { base64: string }).base64, 'base64'))
}

function zipped(parts: Record<string, Uint8Array>): string {
  return Buffer.from(zipSync(parts)).toString('base64')
}

function sheetOf(rows: string): string {
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
}

/** A workbook of one cell in a format: the number of one that is built in, or what is written down. */
function formatted(format: string | number, value: number | string, changes: Record<string, string>): string {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const code = String(format).replaceAll('"', '&quot;')
  const formats =
    typeof format === 'number' ? '' : `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>`
  const id = typeof format === 'number' ? format : 164
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return workbook({
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><workbookPr date1904="${changes['date1904'] ?? '0'}"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${formats}<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}" xfId="0"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetOf(
      `<row r="1"><c r="A1" s="1" t="${changes['t'] ?? 'n'}"><v>${value}</v></c></row>`,
    ),
  })
}

/** The least that Excel writes (ECMA-376), with one sheet, one shared text, and a date as style 1. */
function workbook(changes: Record<string, string | Uint8Array>): string {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/>
      <Relationship Id="rId3" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" count="1" uniqueCount="1"><si><t>Name</t></si></sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetOf(''),
    ...changes,
  }
  return zipped(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
}
