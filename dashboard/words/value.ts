// Texts around shown values.

export const words = {
  value: 'Value',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  moreOf: (count: number) => `Show more (${count} left)`,
  scrolls: (length: number) => `All of it is in the box: ${length} characters. Scroll it to its end.`,
  address: 'Look twice at this address:',
  wholeText: (length: number) => `Show all ${length} characters`,
} as const
