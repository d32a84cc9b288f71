// Nouns of what is done: "a refund", "the cancellation of order A-1". And verbs that only carry such a noun,
// or that bring a thing to somebody: "make a post", "put the tag on it", "give it the tag".

/** Noun to the verb that it stands for. */
export const deeds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cancellation: 'cancel',
    confirmation: 'confirm',
    verification: 'verify',
    deletion: 'delete',
    removal: 'remove',
    creation: 'create',
    dispatch: 'send',
    assignment: 'assign',
    approval: 'approve',
    rejection: 'reject',
    publication: 'publish',
    deployment: 'deploy',
    restart: 'restart',
    refund: 'refund',
    reimbursement: 'refund',
    escalation: 'escalate',
    closure: 'close',
    archival: 'archive',
    payment: 'pay',
    notification: 'notify',
    submission: 'submit',
    update: 'update',
    registration: 'register',
    termination: 'terminate',
    transfer: 'transfer',
    booking: 'book',
    reply: 'reply',
    release: 'release',
    promotion: 'promote',
    suspension: 'suspend',
    invitation: 'invite',
    renewal: 'renew',
    rollback: 'roll back',
  }),
)

/** Verbs that say of a noun only that it comes to be, or where it comes to be. */
export const carriers: ReadonlySet<string> = new Set(
  `give put place stick attach add apply leave drop write make do have issue record enter run perform carry_out
 start execute conduct trigger launch grant award process send shoot fire post set hang`
    .split(/\s+/)
    .map(verb => verb.replace('_', ' ')),
)

/** What such a verb never does. */
export const undoing: ReadonlySet<string> = new Set(
  'delete remove cancel reject close archive revoke clear drop decline refund stop suspend lock block'.split(
    ' ',
  ),
)

/**
 * Words for a message, with what must stand in the tool's own words for it to be one: an e-mail is no SMS.
 */
export const messages: readonly { readonly words: readonly string[]; readonly said: RegExp | null }[] = [
  { words: ['email', 'mail', 'e-mail'], said: /\be-?mails?\b/i },
  { words: ['sms', 'text message'], said: /\bsms\b|text message/i },
  { words: ['message', 'notice', 'notification', 'announcement', 'note', 'line', 'word'], said: null },
]
