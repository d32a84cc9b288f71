// Finds many secrets in a text at once, in the forms in which a server may echo them. Made by the scrubber, for the
// secrets of one organization, and asked for every text that leaves the hub.
// 1. The time that a text takes hardly depends on how many secrets there are, nor on how long they are.
// 2. Of forms that begin at the same place the longest is found, so that no form leaves the rest of a longer one behind.
// 3. Overlapping forms are replaced as one.
// 4. A text that was made to take long (nearly a secret, everywhere) is cut off where the time for it is used up.
// The algorithm: S. Wu and U. Manber, "A fast algorithm for multi-pattern searching" (1994), with blocks of 3 characters.

export const scrubbed = '[secret]'
/** A shorter secret is not looked for: it would be found everywhere. No form is shorter than its secret. */
export const shortestSecret = 6

const headLength = shortestSecret
const blockLength = 3
/** Characters that may be compared with forms, for each character of a text, and beside that for a text. */
const comparedPerCharacter = 32
const comparedPerText = 100_000
const leastBits = 12
const mostBits = 18

/** A part of a text. */
interface Found {
  readonly at: number
  readonly end: number
}

export class SecretIndex {
  /** Some secret could be told from a number in JSON. */
  readonly findsNumbers: boolean
  readonly #forms: ReadonlySet<string>
  /** Those that begin so. */
  readonly #heads = new Map<string, { readonly forms: string[]; lengths: readonly number[] }>()
  /** How far the window may move on, by the hash of the block that it ends with. */
  readonly #shifts: Uint8Array
  readonly #hashShift: number
  #longest = 0
  /** Characters that may still be compared for the text at hand; less than 0: no more. */
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

  /** The very same text when it holds none. */
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

  /** Where a form begins that the text ends in the middle of; its length when there is none. */
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

  /** Where the last of those ends that overlap one that was found. */
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

  /** The first form that begins at `from` or later, and before `before`. When no more may be compared, all that is left. */
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

  /** Of the longest form that begins at that place; 0 for none. */
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

  /** Of the block before `end`. The factors are those of xxHash: odd, with their bits well spread. */
  #hash(text: string, end: number): number {
    const mixed =
      Math.imul(text.charCodeAt(end - 1), 0x9e3779b1) ^
      Math.imul(text.charCodeAt(end - 2), 0x85ebca77) ^
      Math.imul(text.charCodeAt(end - 3), 0xc2b2ae3d)
    return mixed >>> this.#hashShift
  }
}

/** The ways in which a text is written by those who echo it. */
function formsOf(text: string): string[] {
  // A token comes from a server, and half a character has no encoding in a URL.
  const secret = text.toWellFormed()
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  // As forms encode: some characters more, and a plus for a space.
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const strict = url.replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  // Every character escaped, as some encoders do to be safe.
  const bytes = Buffer.from(secret).toString('hex').replace(/../g, '%$&')
  const units = secret.replace(/./gs, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [
    ...[bytes, bytes.toUpperCase(), units, units.toUpperCase().replaceAll('U', 'u')],
    ...[text, json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
    ...base64Forms(secret).flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
    ...[url, form, strict].flatMap(encoded => [encoded, encoded.replace(/%../g, code => code.toLowerCase())]),
  ]
}

/** By itself, and inside of a longer text, where it begins at any of three places of a group: less what it shares there. */
function base64Forms(secret: string): string[] {
  const whole = Buffer.from(secret).toString('base64')
  const shared = [0, 1, 2].map(offset => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const digits = bytes.toString('base64')
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
  return [whole, whole.replace(/=+$/, ''), ...shared]
}
