// Takes the secrets of a child out of what it writes: the values that the operator's file took from the
// service's environment, and the credential of the organization. Used by child.ts and kept-log.ts.

const shortest = 6
const replacement = '[secret]'

export type HideTexts = (text: string) => string

/** @param secrets shorter ones are no secrets: they would hide ordinary words */
export function hidingOf(secrets: readonly string[]): HideTexts {
  const hidden = new Set(secrets.filter(secret => secret.length >= shortest).flatMap(formsOf))
  // A longer one first: another may be its beginning.
  const ordered = [...hidden].sort((a, b) => b.length - a.length)
  return text => ordered.reduce((clean, secret) => clean.replaceAll(secret, replacement), text)
}

/** As it is, and as it stands in JSON, in base64 and in a URL. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64')
  return [secret, JSON.stringify(secret).slice(1, -1), base64, encodeURIComponent(secret)]
}
