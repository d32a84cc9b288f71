// Letters that look like others: in the names of fields and tools, and in the hosts of addresses, where one
// letter makes another thing. Words of a text stay as they are. Pure.
// 1. In a name with Latin letters, a letter of a script that is not used beside them is escaped; and so is a
//    name that has nothing but letters which look like Latin ones.
// 2. Two names that look the same because one is composed and the other is not: the one that Unicode would
//    write in another way is escaped.

const latin = /\p{Script=Latin}/u
/** Scripts that are written with Latin letters in one word: Chinese, Japanese, Korean. */
const foreign = /^(?![\p{Script=Latin}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}])\p{L}/u
/** Latin by name, and another letter by its looks: dotless, phonetic, small capitals. */
const odd = /^[\u0131\u0237\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]/u
/** Cyrillic and Greek letters that are drawn like Latin ones, and what stands between the words of a name. */
const drawnAlike =
  /^(?=.*\p{L})[\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455\u0501\u04bb\u04cf\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u03bf\u03bd\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\d_.\- ]+$/u

/** A name in parts: every second one, from the second on, looks like something else. */
export function lookAlikes(name: string): readonly string[] {
  if (isAscii(name)) return [name]
  const isLatin = latin.test(name) || drawnAlike.test(name)
  const parts = ['']
  let before = ''
  for (const letter of name) {
    const isLike =
      isInDisguise(letter) ||
      odd.test(letter) ||
      (isLatin && foreign.test(letter)) ||
      composes(before, letter)
    before = letter
    if (isLike !== (parts.length % 2 === 0)) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}

export function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text)
}

/** Full width, a ligature: an ASCII letter to those who fold them; or another way to write a letter. */
function isInDisguise(letter: string): boolean {
  if (isAscii(letter)) return false
  return /^[a-z0-9]+$/i.test(letter.normalize('NFKC')) || letter.normalize('NFC') !== letter
}

/** It makes the same letter as one that exists: two names would look alike. */
function composes(before: string, letter: string): boolean {
  return !isAscii(letter) && (before + letter).normalize('NFC').length < (before + letter).length
}
