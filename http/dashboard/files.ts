// The files of the dashboard, built from dashboard/ by `npm ci`, and its page, which is made anew for each
// request: the policy allows styles that carry the nonce of this one page, because libraries write some at
// run time. Scripts come from files only, and no string ever becomes one (Trusted Types).
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Failure } from '../../domain/failure.ts'
import { type Reply, text } from '../pipeline/reply.ts'
import { createFileSet, type FileSet } from '../static/file-set.ts'
import { readFolder } from '../static/folder.ts'

const folder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))
const page = 'index.html'

export interface Dashboard {
  readonly files: FileSet
  /** The page, for any address of the dashboard. */
  page(): Reply<never>
}

/** @throws {Failure} not-found: this installation was not built */
export async function readDashboard(): Promise<Dashboard> {
  const sources = await readFolder(folder, { hashed: /^assets\// }).catch(() => {
    throw new Failure('not-found', 'the dashboard is not built: npm run dashboard:build builds it')
  })
  const [before = '', after = ''] = (await readFile(`${folder}/${page}`, 'utf8')).split('%NONCE%')
  return {
    files: createFileSet(sources.filter(({ name }) => name !== page)),
    page() {
      const nonce = randomBytes(16).toString('base64')
      const headers = {
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policy(nonce),
        'Referrer-Policy': 'no-referrer',
        'X-Frame-Options': 'DENY',
      }
      return text(`${before}${nonce}${after}`, 'text/html; charset=utf-8', { headers })
    },
  }
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
