// Finds many secrets in a text at once, in the forms in which a server may echo them. Made by the scrubber
// for the secrets of one organization; asked for every text that leaves the hub.
// 1. The time for a text hardly depends on the number and length of secrets.
// 2. Of forms that begin at the same place the longest is found, so that nothing of a longer form stays
//    behind.
// 3. Overlapping forms are replaced as one.
// 4. Work per text is bounded. A text made to take long (nearly a secret, everywhere) is cut off where its
//    budget ends.
// The algorithm: S. Wu and U. Manber, "A fast algorithm for multi-pattern searching" (1994), with blocks of 3
// characters.

export const scrubbed = '[secret]'
/** Shorter secrets are not scrubbed: they would be found everywhere. No form is shorter than its secret. */
export const shortestSecret = 6

const headLength = shortestSecret
const blockLength = 3
/** Budget of character comparisons per character of a text, and in addition per text. */
const comparedPerCharacter = 32
const comparedPerText = 100_000
const leastBits = 12
const mostBits = 18

/** A range of a text. */
interface Found {
  readonly at: number
  readonly end: number
}

export class SecretIndex {
  /** A secret may look like a JSON number, so numbers must be checked too. */
  readonly findsNumbers: boolean
  readonly #forms: ReadonlySet<string>
  /** Forms by their beginning. */
  readonly #heads = new Map<string, { readonly forms: string[]; lengths: readonly number[] }>()
  /** How far the window may move, by the hash of the block at its end. */
  readonly #shifts: Uint8Array
  readonly #hashShift: number
  #longest = 0
  /** Comparisons left for the current text; below 0: none. */
  #left = 0

  /** @param secrets at least one, each of `shortestSecret` characters or more */
  constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.flatMap(formsOf))
    const bits = Math.min(mostBits, Math.max(leastBits, Math.ceil(Math.log2(forms.size * 16))))
    this.#hashShift = 32 - bits
    this.#shifts = new Uint8Array(1 << bits).fill(headLength - blockLength + 1)
    for (const form of forms) this.#add(form)
    this.#forms = forms
    for (const head of this.#heads.values())
      head.lengths = [...new Set(head.forms.map(({ length }) => length))].sort((a, b) => b - a)
    this.findsNumbers = secrets.some(secret => /^-?\d+(\.\d+)?$/.test(secret))
  }

  /** The same string when it holds no secret. */
  replaceIn(text: string): string {
    this.#allow(text)
    let clean = ''
    let copied = 0
    for (let found = this.#find(text, 0); found !== null; found = this.#find(text, copied)) {
      const end = this.#endOf(text, found)
      clean += text.slice(copied, found.at) + scrubbed
      if (this.#left < 0) return clean
      copied = end
    }
    return copied === 0 ? text : clean + text.slice(copied)
  }

  holds(text: string): boolean {
    this.#allow(text)
    return this.#find(text, 0) !== null
  }

  /** Where an incomplete form at the end of the text begins; the text's length when there is none. */
  cutOffAt(text: string): number {
    this.#allow(text)
    for (let at = Math.max(0, text.length - this.#longest); at <= text.length - headLength; at++) {
      const head = this.#heads.get(text.slice(at, at + headLength))
      if (head === undefined) continue
      const rest = text.slice(at)
      this.#left -= head.forms.length * rest.length
      if (this.#left < 0 || head.forms.some(form => form.startsWith(rest))) return at
    }
    return text.length
  }

  #add(form: string): void {
    const head = form.slice(0, headLength)
    const known = this.#heads.get(head)
    if (known === undefined) this.#heads.set(head, { forms: [form], lengths: [] })
    else known.forms.push(form)
    this.#longest = Math.max(this.#longest, form.length)
    for (let end = blockLength; end <= headLength; end++) {
      const block = this.#hash(head, end)
      this.#shifts[block] = Math.min(this.#shifts[block]!, headLength - end)
    }
  }

  /** End of the last form in a chain of overlapping forms that begins with `found`. */
  #endOf(text: string, found: Found): number {
    let { at, end } = found
    while (this.#left >= 0) {
      const next = this.#find(text, at + 1, end)
      if (next === null) break
      at = next.at
      end = Math.max(end, next.end)
    }
    return end
  }

  #allow(text: string): void {
    this.#left = comparedPerText + comparedPerCharacter * text.length
  }

  /**
   * The first form that begins at `from` or later and before `before`. Without comparisons left: the rest of
   * the text.
   */
  #find(text: string, from: number, before = text.length): Found | null {
    const last = Math.min(text.length, before + headLength - 1)
    for (let end = from + headLength; end <= last; ) {
      const shift = this.#shifts[this.#hash(text, end)]!
      if (shift > 0) {
        end += shift
        continue
      }
      const at = end - headLength
      const length = this.#lengthAt(text, at)
      if (this.#left < 0) return { at, end: text.length }
      if (length > 0) return { at, end: at + length }
      end++
    }
    return null
  }

  /** Length of the longest form that begins there; 0 for none. */
  #lengthAt(text: string, at: number): number {
    const head = this.#heads.get(text.slice(at, at + headLength))
    if (head === undefined) return 0
    for (const length of head.lengths) {
      if (at + length > text.length) continue
      this.#left -= length
      if (this.#left < 0 || this.#forms.has(text.slice(at, at + length))) return length
    }
    return 0
  }

  /** Hash of the block before `end`. The factors are those of xxHash: odd, with well-spread bits. */
  #hash(text: string, end: number): number {
    const mixed =
      Math.imul(text.charCodeAt(end - 1), 0x9e3779b1) ^
      Math.imul(text.charCodeAt(end - 2), 0x85ebca77) ^
      Math.imul(text.charCodeAt(end - 3), 0xc2b2ae3d)
    return mixed >>> this.#hashShift
  }
}

/** The spellings in which servers echo a text. */
function formsOf(text: string): string[] {
  // A token comes from a server; a lone surrogate has no URL encoding.
  const secret = text.toWellFormed()
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  // HTML form encoding: escapes more characters, and writes a space as a plus.
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const strict = url.replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  // Some encoders escape every character, to be safe.
  const bytes = Buffer.from(secret).toString('hex').replace(/../g, '%$&')
  const units = secret.replace(/./gs, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [
    ...[bytes, bytes.toUpperCase(), units, units.toUpperCase().replaceAll('U', 'u')],
    ...[text, json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
    ...base64Forms(secret).flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
    ...[url, form, strict].flatMap(encoded => [encoded, encoded.replace(/%../g, code => code.toLowerCase())]),
  ]
}

/**
 * Base64 of the secret alone and inside a longer text, where it begins at one of three places of a group.
 * Without the characters that it shares with its neighbours.
 */
function base64Forms(secret: string): string[] {
  const whole = Buffer.from(secret).toString('base64')
  const shared = [0, 1, 2].map(offset => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const digits = bytes.toString('base64')
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
  return [whole, whole.replace(/=+$/, ''), ...shared]
}
