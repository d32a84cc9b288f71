import { createHash, createHmac } from 'node:crypto'
import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { s3Server } from '../../../rpc/first-party/s3/index.ts'
import { install } from './installed.ts'
import { type Answer, record, type Seen } from './recording.ts'

const secret = { kind: 'basic', username: 'AKIDEXAMPLE', password: 'wJalrXUtnFEMI/K7MDENG' } as const

test('objects are stored, read, inspected, listed and deleted', async t => {
  const { call } = await storage(t)
  const file = { name: 'a.pdf', mediaType: 'application/pdf', base64: 'JVBERg==' }
  t.match(
    await call('put_object', { key: 'in/7 (é+ü)*.pdf', file, metadata: { Customer: 'Ada Lovelace' } }),
    {
      key: 'in/7 (é+ü)*.pdf',
      etag: /^"[0-9a-f]{32}"$/,
    },
  )
  const read = await call('get_object', { key: 'in/7 (é+ü)*.pdf' })
  t.match(read, {
    file: { name: '7 (é+ü)*.pdf', mediaType: 'application/pdf', base64: 'JVBERg==', sizeBytes: 4 },
    text: '%PDF',
    metadata: { customer: 'Ada Lovelace' },
    modifiedAt: '2026-01-05T10:00:00.000Z',
  })
  t.strictSame(Object.keys(read['metadata'] as JsonObject), ['customer'], 'our own metadata is not shown')
  t.match(await call('inspect_object', { key: 'in/7 (é+ü)*.pdf' }), { exists: true, sizeBytes: 4 })
  t.strictSame(await call('inspect_object', { key: 'none' }), { exists: false })
  t.match(await call('list_objects', {}), {
    objects: [{ key: 'in/7 (é+ü)*.pdf', sizeBytes: 4 }],
    isCut: false,
  })
  t.strictSame(await call('delete_object', { key: 'in/7 (é+ü)*.pdf' }), { deleted: true })
  t.match(await call('list_objects', {}), { objects: [] })
  await t.rejects(call('get_object', { key: 'none' }), { code: 'not-found', message: /NoSuchKey: not here/ })
})

test('put_object leaves a taken key alone, unless it was the same step that took it', async t => {
  const { call } = await storage(t)
  const first = await call('put_object', { key: 'a', text: 'one' })
  t.strictSame(
    await call('put_object', { key: 'a', text: 'one' }),
    first,
    'the second attempt finds its work done',
  )
  const other = { idempotencyKey: 'exec_2/send' }
  await t.rejects(call('put_object', { key: 'a', text: 'two' }, other), {
    code: 'conflict',
    retryable: false,
  })
  t.match(await call('get_object', { key: 'a' }), { text: 'one' })
  await call('replace_object', { key: 'a', text: 'grün' }, other)
  t.match(await call('get_object', { key: 'a' }), { text: 'grün', mediaType: 'text/plain; charset=utf-8' })
  await t.rejects(call('put_object', { key: 'b' }), { code: 'invalid-arguments' })
  await t.rejects(call('put_object', { key: 'b', text: 'x', metadata: { a: 'x\r\ny: z' } }), {
    code: 'invalid-arguments',
  })
})

test('a list goes on over all pages up to the limit, by folders when asked for', async t => {
  const { call, objects, seen } = await storage(t, { pageSize: 2 })
  for (const key of ['a/1', 'a/2', 'a b/3', 'b&c/4', 'top']) objects.set(key, stored('x'))
  const keys = async (args: JsonObject) => {
    const { objects: found, folders, isCut } = await call('list_objects', args)
    return [(found as JsonObject[]).map(({ key }) => key), folders, isCut]
  }
  t.strictSame(await keys({}), [['a b/3', 'a/1', 'a/2', 'b&c/4', 'top'], [], false])
  t.equal(seen.length, 3)
  t.strictSame(await keys({ limit: 3 }), [['a b/3', 'a/1', 'a/2'], [], true])
  t.strictSame(await keys({ prefix: 'a/', after: 'a/1' }), [['a/2'], [], false])
  t.strictSame(await keys({ folders: true }), [['top'], ['a b/', 'a/', 'b&c/'], false])
})

test('a presigned address is good by itself, and holds no secret', async t => {
  const { call, objects, origin } = await storage(t)
  objects.set('in/7 é.pdf', stored('%PDF'))
  const shared = await call('presign_url', {
    key: 'in/7 é.pdf',
    expiresInSeconds: 60,
    fileName: 'Rechnung 7.pdf',
  })
  const url = String(shared['url'])
  t.ok(url.startsWith(`${origin}/shop/in/7%20%C3%A9.pdf?X-Amz-Expires=60&`))
  t.notMatch(url, 'wJalr')
  const answer = await fetch(url)
  t.equal(answer.status, 200, 'the server finds the signature right')
  t.equal(await answer.text(), '%PDF')
  t.equal((await fetch(url.replace('in/7', 'in/8'))).status, 403)
  const upload = String((await call('presign_url', { key: 'new', method: 'PUT' }))['url'])
  t.equal((await fetch(upload, { method: 'PUT', body: 'x' })).status, 200)
  t.equal((await fetch(upload)).status, 403, 'for the other method it is not good')
})

test('keys and buckets stay within their place', async t => {
  const { call, seen } = await storage(t)
  const bad = { code: 'invalid-arguments' }
  for (const key of ['../other/secret', 'a/../../other', '.', 'a/./b', '']) {
    await t.rejects(call('get_object', { key }), bad, key)
  }
  for (const bucket of ['..', 'a/b', 'a?b', ''])
    await t.rejects(call('get_object', { key: 'x', bucket }), bad, bucket)
  t.equal(seen.length, 0)
  for (const key of ['a?x=1', 'a#b', 'a%2e%2e', '/a//b', '%']) {
    await call('put_object', { key, text: key })
    t.match(await call('get_object', { key }), { text: key })
  }
})

test('what the storage refuses says why, and for how long', async t => {
  const error = (code: string) =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`
  const answers: Answer[] = [
    { status: 503, body: error('SlowDown'), headers: { 'retry-after': '3' } },
    { status: 403, body: error('AccessDenied') },
    { status: 301, body: error('PermanentRedirect') },
    { body: 'x'.repeat(800_000) },
  ]
  const { origin } = await record(t, () => answers.shift() ?? {})
  const call = install(t, s3Server, { secret, settings: { baseUrl: origin, bucket: 'shop' } })
  const refusal = () => call('get_object', { key: 'a' }).catch(failure => failure)
  t.match(await refusal(), {
    code: 'unavailable',
    retryable: true,
    retryAfterMs: 3_000,
    message: /SlowDown: no/,
  })
  t.match(await refusal(), { code: 'forbidden', message: 'S3 answered 403 to GET /shop/a: AccessDenied: no' })
  t.match(await refusal(), { code: 'rejected', message: /PermanentRedirect/ })
  t.match(await refusal(), { code: 'too-large' })
  const wrong = await storage(t, {}, { ...secret, password: 'another-secret-key' })
  const failure = await wrong.call('get_object', { key: 'a' }).catch(refused => refused)
  t.match(failure, { code: 'forbidden', message: /SignatureDoesNotMatch/ })
  t.notMatch(failure.message, 'another-secret')
  await t.rejects(install(t, s3Server, { settings: { bucket: 'shop' } })('get_object', { key: 'a' }), {
    code: 'unknown-credential',
  })
})

interface Stored {
  readonly body: Buffer
  readonly headers: Record<string, string>
}

function stored(body: string | Buffer, headers: Record<string, string> = {}): Stored {
  const bytes = Buffer.from(body)
  const length = { 'content-length': String(bytes.length) }
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
  return {
    body: bytes,
    headers: { ...length, etag, 'last-modified': 'Mon, 05 Jan 2026 10:00:00 GMT', ...headers },
  }
}

/**
 * A bucket on loopback that checks every signature as the documentation of AWS says, by the secret of the
 * tests.
 */
async function storage(t: Teardown, { pageSize = 1_000 } = {}, given: typeof secret | JsonObject = secret) {
  const objects = new Map<string, Stored>()
  const { origin, seen } = await record(t, one => {
    const defect = signatureDefect(one)
    if (defect !== null) return error(403, 'SignatureDoesNotMatch', defect)
    const { pathname, searchParams } = new URL(one.url, 'http://x')
    const key = decodeURIComponent(pathname.slice('/shop/'.length))
    if (one.method === 'GET' && pathname === '/shop')
      return { body: listing(objects, searchParams, pageSize) }
    const known = objects.get(key)
    switch (one.method) {
      case 'PUT':
        if (one.headers['if-none-match'] === '*' && known !== undefined)
          return error(412, 'PreconditionFailed', 'taken')
        objects.set(key, stored(one.body, metadataOf(one)))
        return { headers: { etag: objects.get(key)!.headers['etag']! } }
      case 'DELETE':
        objects.delete(key)
        return { status: 204 }
      default:
        return known ?? error(404, 'NoSuchKey', 'not here')
    }
  })
  const settings = { baseUrl: origin, bucket: 'shop' }
  return { call: install(t, s3Server, { secret: given as typeof secret, settings }), objects, seen, origin }
}

function error(status: number, code: string, message: string): Answer {
  return { status, body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>` }
}

function metadataOf({ headers }: Seen): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => name.startsWith('x-amz-meta-') || name === 'content-type',
  )
  return Object.fromEntries(kept) as Record<string, string>
}

/** A ListBucketResult of version 2. */
function listing(objects: ReadonlyMap<string, Stored>, query: URLSearchParams, pageSize: number): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')]
  const from = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const folderOf = (key: string) => {
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
    return end < 0 ? null : key.slice(0, end + 1)
  }
  const entries = [
    ...new Set([...objects.keys()].filter(key => key.startsWith(prefix)).map(key => folderOf(key) ?? key)),
  ]
  const all = entries.sort().filter(entry => entry > from)
  const page = all.slice(0, Math.min(Number(query.get('max-keys')), pageSize))
  const encode = (key: string) => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/')
  const items = page.map(entry => {
    const object = objects.get(entry)
    if (object === undefined) return `<CommonPrefixes><Prefix>${encode(entry)}</Prefix></CommonPrefixes>`
    const { etag } = object.headers
    return `<Contents><Key>${encode(entry)}</Key><LastModified>2026-01-05T10:00:00Z</LastModified>
      <ETag>${etag}</ETag><Size>${object.body.length}</Size></Contents>`
  })
  const next = page.length < all.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType>
    <IsTruncated>${next !== ''}</IsTruncated>${next}${items.join('')}</ListBucketResult>`
}

/** @see "Authenticating Requests (AWS Signature Version 4)", Amazon S3 API Reference */
function signatureDefect({ method, url, headers, body }: Seen): string | null {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const inQuery = searchParams.has('X-Amz-Signature')
  const authorization = new Map(
    [...(headers.authorization ?? '').matchAll(/(\w+)=([^,\s]+)/g)].map(([, name, value]) => [name!, value!]),
  )
  const part = (name: string) => (inQuery ? searchParams.get(`X-Amz-${name}`) : authorization.get(name)) ?? ''
  const date = (inQuery ? part('Date') : String(headers['x-amz-date'])) ?? ''
  if (Math.abs(Date.now() - Date.parse(date.replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))) > 900_000)
    return 'date'
  const payload = inQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256'])
  if (!inQuery && payload !== hash(body)) return 'payload'
  const signed = part('SignedHeaders').split(';')
  if (!signed.includes('host')) return 'host is not signed'
  const scope = part('Credential').split('/').slice(1)
  const canonical = [
    ...[method, decodeURIComponent(pathname).split('/').map(encode).join('/'), canonicalQuery(searchParams)],
    ...[signed.map(name => `${name}:${String(headers[name]).trim()}\n`).join(''), signed.join(';'), payload],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((sum, text) => mac(sum, text), `AWS4${secret.password}`)
  return mac(key, toSign).toString('hex') === part('Signature') ? null : 'signature'
}

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(pair => pair.map(encode).join('='))
  return pairs.sort().join('&')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
