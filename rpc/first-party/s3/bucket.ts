// Finds the bucket and key that a step means, and builds their URL.
import { text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import type { FirstPartyContext } from '../first-party-server.ts'

export const bucketSchema = text('Bucket', 'Name of the bucket; that of the installation when absent', {
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$',
  'x-words': ['bucket', 'in', 'from', 'of'],
})

export const keySchema = text('Key', 'Name of the object, such as reports/2026/january.pdf', {
  minLength: 1,
  maxLength: 1_024,
  'x-words': ['key', 'object', 'as', 'named'],
})

/**
 * @param key empty for the bucket itself
 * @throws {ToolFailure} `invalid-arguments`
 */
export function objectUrl(bucket: string | undefined, key: string, { settings }: FirstPartyContext): URL {
  const name = String(bucket ?? settings['bucket'] ?? '')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(name)) {
    throw invalidArguments(
      'bucket: expected the name of a bucket, in the step or in the settings of the installation',
    )
  }
  const base = new URL(String(settings['baseUrl'] ?? `https://s3.${region(settings)}.amazonaws.com`))
  const root = base.pathname.replace(/\/+$/, '')
  if (settings['addressing'] === 'host') {
    base.host = `${name}.${base.host}`
    base.pathname = `${root}/${encodedKey(key)}`
  } else {
    base.pathname = key === '' ? `${root}/${name}` : `${root}/${name}/${encodedKey(key)}`
  }
  return base
}

export function region(settings: FirstPartyContext['settings']): string {
  return String(settings['region'] ?? 'us-east-1')
}

/** Encoded as the signature demands (RFC 3986). URL parsers read `.` and `..` as steps, encoded too. */
function encodedKey(key: string): string {
  const segments = key.split('/')
  if (segments.some(segment => segment === '.' || segment === '..')) {
    throw invalidArguments('key: expected no . and .. between slashes')
  }
  return segments.map(segment => encodeRfc3986(segment.toWellFormed())).join('/')
}

export function encodeRfc3986(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
