// A name for a workflow that has none, made of the first words of its prompt. Pure.

const longest = 60

export function proposedName(prompt: string, usual: string): string {
  const line = prompt.split('\n').find(each => /\p{L}/u.test(each)) ?? ''
  const plain = line
    .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')
    .replace(/\{\{\s*(?:inputs|steps)?\.?([\w.]*)\s*\}\}/g, (_, path: string) =>
      path.split('.').at(-1)!.replace(/_/g, ' '),
    )
    .replace(/\b(?:and )?call(?:ed)? (?:it|them) .*$/i, '')
    .replace(/[`"“”]/g, '')
    .split(/(?<=[^\d])[.;:](?:\s|$)|, (?:then|and) /)[0]!
    .replace(/\s+/g, ' ')
    // "the price {{inputs.price}}"
    .replace(/\b(\p{L}+) \1\b/giu, '$1')
    .replace(/[\s,.;:?]+$/, '')
    .trim()
  if (plain === '') return usual
  const cut =
    plain.length <= longest ? plain : `${plain.slice(0, plain.lastIndexOf(' ', longest) || longest)}…`
  return cut.charAt(0).toUpperCase() + cut.slice(1)
}
