/** What an expression has to give, in words. */
export const expectedWords = { bool: 'true or false', list: 'a list' } as const
