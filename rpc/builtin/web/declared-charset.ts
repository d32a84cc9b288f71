// The encoding that a page or an XML document names at its own beginning. Called for bodies whose server
// names none.
import { Parser } from 'htmlparser2'

/** Browsers look no further. */
const headBytes = 1024

/** @returns a label; null when there is none */
export function declaredCharset(body: Buffer): string | null {
  const head = body.toString('latin1', 0, headBytes)
  const named =
    /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ?? metaCharset(head)
  // Whoever reads this declaration byte by byte cannot be reading UTF-16.
  return named !== null && /^utf-?16/i.test(named) ? 'utf-8' : named
}

/** Of `<meta charset>` or `<meta http-equiv="content-type">`; not of one in a comment or a script. */
function metaCharset(head: string): string | null {
  let found: string | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') found ??= charsetOf(attributes)
    },
  })
  parser.end(head)
  return found
}

function charsetOf(attributes: { readonly [name: string]: string }): string | null {
  if (attributes['charset'] !== undefined) return attributes['charset']
  if (attributes['http-equiv']?.toLowerCase() !== 'content-type') return null
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(attributes['content'] ?? '')?.[1] ?? null
}
