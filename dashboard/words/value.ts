// Texts around shown values.

export const words = {
  value: 'Value',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  moreOf: (count: number) => `Show more (${count} left)`,
  wholeText: (length: number) => `Show all ${length} characters`,
} as const
