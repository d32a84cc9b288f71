// What stands behind a value of an entry: whether the request says it. For who writes the lines, and for who
// shows them.
export const marks = {
  said: '(in your words)',
  unsaid: '(not in your words)',
  computed: '(computed)',
} as const
