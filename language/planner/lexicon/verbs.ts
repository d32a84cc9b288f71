// Verbs by what they do: tools whose verbs stand in one line are called by each verb of it. From the general
// vocabulary of work, not from prompts at hand.

const lines = {
  read: 'list get fetch read retrieve load show find search pull query check view see collect gather select grab download obtain take look lookup return give display request bring scan review inspect open',
  create:
    'create add make open register insert file log raise submit draft record enter start generate new build issue produce put attach leave write append note place',
  update:
    'update change set modify edit adjust alter correct mark move put switch make turn rename raise lower bump flip give reset amend',
  delete: 'delete remove erase purge wipe destroy drop trash discard clear',
  send: 'send email mail message text notify say write deliver forward inform tell ping alert drop shoot remind contact dispatch',
  post: 'post publish send write say announce share put drop tell say report notify message ping inform remind',
  cancel: 'cancel revoke abort annul void withdraw call_off',
  assign: 'assign give allocate reassign route delegate hand transfer pass forward hand_over',
  schedule: 'schedule book plan arrange set reserve',
  reply: 'reply answer respond write comment',
  comment: 'comment note remark add leave write',
  approve: 'approve accept confirm authorize authorise',
  reject: 'reject decline refuse deny',
  pay: 'pay settle transfer remit',
  close: 'close finish complete resolve end shut',
  page: 'page call alert ring notify',
  restart: 'restart reboot relaunch bounce',
  deploy: 'deploy release ship roll_out rollout push',
  refund: 'refund reimburse give_back pay_back',
  escalate: 'escalate raise bump',
  stop: 'stop halt shut pause suspend disable deactivate',
  start: 'start run launch trigger kick begin enable activate execute',
  publish: 'publish release post',
  record: 'record log enter book post register track',
  upload: 'upload put save store',
  scale: 'scale resize',
  grant: 'grant give award allow',
  invite: 'invite ask',
  merge: 'merge combine join',
  archive: 'archive shelve',
  move: 'move transfer shift relocate',
  lock: 'lock freeze block',
  ship: 'ship send dispatch',
  print: 'print',
} as const

/** Verb to the lines that it stands in. */
export const verbGroups: ReadonlyMap<string, readonly string[]> = (() => {
  const groups = new Map<string, string[]>()
  for (const [group, line] of Object.entries(lines)) {
    for (const written of line.split(' ')) {
      const verb = written.replace('_', ' ')
      groups.set(verb, [...(groups.get(verb) ?? []), group])
    }
  }
  return groups
})()

export const readVerbs: ReadonlySet<string> = new Set(lines.read.split(' '))
