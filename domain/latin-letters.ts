// The letters a to z and digits that stand for a text: for slugs, which agents and programs type. Marks go
// (ö is o), and letters that nothing takes apart are spelled: `Straße, Łódź` is strasse and lodz.

/** Letters that Unicode does not take apart, as they are written where a keyboard lacks them. */
const spelled: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ŋ: 'ng' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h' },
}
const unspelled = new RegExp(`[${Object.keys(spelled).join('')}]`, 'g')

/** @returns the words of the text, in lower case; none when no letter of it has a Latin one */
export function latinWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(unspelled, letter => spelled[letter]!)
      .match(/[a-z0-9]+/g) ?? []
  )
}
