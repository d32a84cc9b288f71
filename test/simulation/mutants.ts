// Defects that were put into the runtime, the behaviors and the logs on purpose, each by one replacement in
// one file. The simulation must find every one of them: `npm run simulate -- --mutants`. One is not here
// because behaviors make it harmless: a runtime that takes the result of an effect that was given up
// (test/runtime/mailbox.test.ts finds that).
import { clusterMutants } from './cluster/cluster-mutants.ts'
import { placementMutants } from './placement/placement-mutants.ts'

export interface Mutant {
  readonly name: string
  /** From the root of the project. */
  readonly file: string
  /** The simulation that finds it, from test/simulation/, and its flags. Default: of one process. */
  readonly run?: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

const execution = (file: string) => `actors/execution/${file}.ts`
const schedule = (file: string) => `actors/schedule/${file}.ts`

export const mutants: readonly Mutant[] = [
  // -- the runtime ------------------------------------------------------------------------------------------
  {
    name: 'replies before the commit',
    file: 'runtime/host/host.ts',
    find: 'this.#commits.gather(turn)',
    replace:
      'for (const answer of turn.answers) this.#outgoing.give(activation, answer); this.#commits.gather(turn)',
  },
  {
    name: 'performs effects before the commit',
    file: 'runtime/host/host.ts',
    find: 'this.#commits.gather(turn)',
    replace: 'this.#performer.settle(activation); this.#commits.gather(turn)',
  },
  {
    name: 'takes a lost commit for a durable one',
    file: 'runtime/host/group-commit.ts',
    find: 'this.#events.lost(turn, this.#count(turn), refusal)',
    replace: 'this.#events.committed(turn)',
  },
  {
    name: 'forgets the messages of a lost commit',
    file: 'runtime/host/host.ts',
    find: 'activation.mailbox.unshift(...this.#unrefused(envelopes, refusal))',
    replace: '',
  },
  {
    name: 'announces nothing that was lost and found',
    file: 'runtime/host/outgoing.ts',
    find: "if (this.#watched.has(address)) this.#send({ type: 'watching', address })",
    replace: '',
  },
  {
    name: 'keeps an actor whose start was refused',
    file: 'runtime/host/host.ts',
    find: 'this.#activations.remove(activation)\n    this.#refuseAll',
    replace: 'this.#refuseAll',
  },
  {
    name: 'performs an effect again while it is under way',
    file: 'runtime/host/performer.ts',
    find: 'if (!inFlight.has(effect.id)) this.#perform',
    replace: 'this.#perform',
  },
  {
    name: 'does not commit what gathered meanwhile',
    file: 'runtime/host/group-commit.ts',
    find: 'else this.#events.committed(turn)\n    })\n    this.#commit()',
    replace: 'else this.#events.committed(turn)\n    })',
  },
  {
    name: 'asks nothing again of a new host',
    file: 'runtime/system/system.ts',
    find: 'if (own === slot)',
    replace: 'if (own === -1)',
  },
  {
    name: 'wakes nothing that was at work',
    file: 'runtime/system/waking.ts',
    find: 'await this.#wakeAll(true, isOwn)',
    replace: '',
  },
  {
    name: 'looks for no alarms',
    file: 'runtime/system/waking.ts',
    find: 'await this.#wakeAll(false, () => true)',
    replace: '',
  },
  {
    name: 'watches nothing again in a new host',
    file: 'runtime/system/system.ts',
    find: "=== slot) this.#supervisor.send(slot, { type: 'watch', address })",
    replace: '=== slot) continue',
  },
  {
    name: 'never parks an actor that kills its host',
    file: 'runtime/system/supervisor.ts',
    find: 'if (crashes < bounds.crashes) return',
    replace: 'return',
  },
  {
    name: 'replaces no host that died',
    file: 'runtime/system/supervisor.ts',
    find: 'if (!this.#isStopping) this.#startHost()',
    replace: '',
  },
  {
    name: 'makes no alarm durable',
    file: 'runtime/host/known-wake.ts',
    find: 'if (this.#wake?.isOwing === wake.isOwing && this.#wake.at === wake.at) return {}',
    replace: 'if (!wake.isOwing) return {}',
  },
  {
    name: 'forgets after a crash whom it must tell',
    file: 'runtime/host/activation.ts',
    find: 'for (const _ of this.pending()) return true',
    replace: '',
  },
  {
    name: 'forgets after a crash what a full turn left',
    file: 'runtime/host/activation.ts',
    find: 'return this.#hasMore && this.#opened.advance(this.#state, now).length > 0',
    replace: 'return false',
  },
  {
    name: 'replays events as if they happened long ago',
    file: 'runtime/host/activation.ts',
    find: 'this.#evolve(event, entry.at)',
    replace: 'this.#evolve(event, 0)',
  },
  {
    name: 'releases nobody who waits for the end',
    file: 'runtime/host/outgoing.ts',
    find: 'for (const id of ids) this.reply(id, activation.view())',
    replace: '',
  },
  {
    name: 'loses the answer to an effect that asked',
    file: 'runtime/host/outside.ts',
    find: 'else asked.resolve(payload)',
    replace: '',
  },
  {
    name: 'looks for no orphans',
    file: 'runtime/system/waking.ts',
    find: 'for (const slot of slots) await this.#wakeOwn(slot, new Set())',
    replace: '',
  },
  {
    name: 'lets a start kill the host again and again',
    file: 'runtime/host/host.ts',
    find: 'if (refusal) {',
    replace: 'if (refusal && fresh) {',
  },
  {
    name: 'lets a turn go on when its time is up',
    file: 'runtime/host/turn.ts',
    find: 'this.#isOver = this.#isTimeUp()',
    replace: '',
  },
  {
    name: 'takes turn after turn without a pause',
    file: 'runtime/host/ready.ts',
    find: 'const isFree = !this.#isTaking && this.#waiting.isEmpty && this.#hasTime',
    replace: 'const isFree = !this.#isTaking',
  },
  {
    name: 'forgets who waits for a turn',
    file: 'runtime/host/ready.ts',
    find: 'this.#waiting.add(activation.tenant, activation)',
    replace: '',
  },
  // -- steps ------------------------------------------------------------------------------------------------
  {
    name: 'records a result of a step that is not owed',
    file: execution('behavior'),
    find: 'if (!Object.hasOwn(state.calls, step)) return unchanged',
    replace: 'if (!Object.hasOwn(state.calls, step) && !result.ok) return unchanged',
  },
  {
    name: 'takes the result of an attempt for that of the next',
    file: execution('behavior'),
    find: 'if (attempt !== undefined && attempt !== state.calls[step]!.attempt) return unchanged',
    replace: '',
  },
  {
    name: 'starts twice',
    file: execution('behavior'),
    find: 'if (state.start) return unchanged',
    replace: '',
  },
  {
    name: 'cancels what has ended',
    file: execution('behavior'),
    find: 'if (isTerminal(state.status)) {',
    replace: 'if (state.status === "queued") {',
  },
  {
    name: 'owes calls after the end',
    file: execution('steps/frames'),
    find: 'for (const kept of openThings(state)) for (const path in kept) delete kept[path]',
    replace: '',
  },
  {
    name: 'gives nobody up at the end',
    file: execution('steps/frames'),
    find: 'for (const child of Object.values(state.children)) state.abandoned.push(child.id)',
    replace: '',
  },
  {
    name: 'lets losers of a race go on',
    file: execution('steps/frames'),
    find: 'drop(context, state, path)\n  state.composites',
    replace: 'state.composites',
  },
  {
    name: 'lets go on what a handler took over from',
    file: execution('evolve'),
    find: 'drop(context, state, path)',
    replace: '',
  },
  {
    name: 'tries again too early',
    file: execution('steps/alarm'),
    find: 'if (dueAt > now) continue\n    const again',
    replace: 'const again',
  },
  {
    name: 'tries once more than it may',
    file: execution('steps/failing'),
    find: 'attempt < retry.maxAttempts',
    replace: 'attempt <= retry.maxAttempts',
  },
  {
    name: 'tries again what cannot succeed',
    file: execution('steps/failing'),
    find: 'isRetried(retry, cause) && ',
    replace: '',
  },
  {
    name: 'fails instead of parking',
    file: execution('steps/failing'),
    find: 'if (retry?.park)',
    replace: 'if (retry === undefined)',
  },
  {
    name: 'heeds no Retry-After',
    file: 'domain/plan/retry.ts',
    find: 'Math.min(retryAfterMs, longestRetryAfterMs)',
    replace: '0',
  },
  {
    name: 'rings early',
    file: execution('steps/alarm'),
    find: 'if (dueAt !== null && dueAt <= now)',
    replace: 'if (dueAt !== null && dueAt - 1_000 <= now)',
  },
  {
    name: 'never sees a deadline',
    file: execution('steps/alarm'),
    find: 'if (deadline === null || deadline > now) return nothing',
    replace: 'if (deadline !== -1) return nothing',
  },
  {
    name: 'runs kept steps again',
    file: execution('steps/beginning'),
    find: 'if (kept && mayKeep && Object.hasOwn(kept, path)',
    replace: 'if (kept && mayKeep && path === ""',
  },
  {
    name: 'forgets in a retry of a retry what the first one kept',
    file: execution('starting/forking'),
    find: 'Object.assign(kept, event.start.forkedFrom?.kept)',
    replace: '{}',
  },
  // -- approvals, events
  // --------------------------------------------------------------------------------------
  {
    name: 'takes an approval over into a retry from a step',
    file: execution('starting/retrying'),
    find: 'wish.fromStep == null && ',
    replace: '',
  },
  {
    name: 'calls before the approval',
    file: execution('steps/beginning'),
    find: 'if (step.approval && !approved && ',
    replace: 'if (step.approval && !approved && path === "" && ',
  },
  {
    name: 'lets two decide',
    file: execution('evolve'),
    find: 'delete state.approvals[path]',
    replace: '',
  },
  {
    name: 'takes a decision about something else',
    file: execution('steps/asking/deciding'),
    find: 'if (digest !== null && digest !== request.digest)',
    replace: 'if (digest === "")',
  },
  {
    name: 'lets anybody decide',
    file: execution('steps/asking/deciding'),
    find: 'if (!isAsked(request, by))',
    replace: 'if (by.userId === "")',
  },
  {
    name: 'lets the starter decide',
    file: execution('steps/asking/deciding'),
    find: 'if (isStarter(state, by) && request.notStarter)',
    replace: 'if (isStarter(state, by) && by.userId === "")',
  },
  {
    name: 'needs one vote only',
    file: execution('steps/asking/deciding'),
    find: 'if (votes.length + 1 < request.quorum)',
    replace: 'if (votes.length + 2 < request.quorum)',
  },
  {
    name: 'calls with the arguments that were shown, not those that were approved',
    file: execution('evolve'),
    find: 'args: args ?? pending!.request.args!',
    replace: 'args: pending!.request.args!',
  },
  {
    name: 'loses an event that comes early',
    file: execution('behavior'),
    find: "return { events: [{ type: 'event-received', name, body }] }",
    replace: 'return { events: [] }',
  },
  {
    name: 'gives an event away twice',
    file: execution('evolve'),
    find: 'if (event.taken !== undefined) takeFromInbox(state, event.taken)',
    replace: '',
  },
  {
    name: 'takes an intent twice',
    file: execution('behavior'),
    find: 'if (state.intents.includes(intent)) return unchanged',
    replace: '',
  },
  // -- sub-executions, pending effects
  // ---------------------------------------------------------------------------
  {
    name: 'tells no parent',
    file: execution('steps/pending'),
    find: 'if (state.hasEnded && parent && !state.isParentTold)',
    replace: 'if (state.hasEnded && parent && state.isParentTold)',
  },
  {
    name: 'leaves to its row what its row does not say',
    file: execution('steps/pending'),
    find: "return status === 'queued' || status === 'running'",
    replace: "return status !== 'failed'",
  },
  {
    name: 'seems to wait while a tool works for it',
    file: execution('steps/resting'),
    find: '!isEmpty(calls) ||\n    isAsking',
    replace: 'isAsking',
  },
  {
    name: 'seems to wait while a sub-execution is still to be started',
    file: execution('steps/resting'),
    find: ' ||\n    hasUnstarted(children)',
    replace: '',
  },
  {
    name: 'has another key for the call of a later life',
    file: execution('effects'),
    find: '`${address}/${step}`',
    replace: '`${address}/${step}/${Math.random()}`',
  },
  {
    name: 'counts no later calls',
    file: execution('evolve'),
    find: 'state.cu += charge(state.meter, chargedAt(context, state, path), 1)\n      return',
    replace: 'if (attempt === 1) state.cu++\n      return',
  },
  // -- rows and logs
  // ------------------------------------------------------------------------------------------
  {
    name: 'writes no row for a change of status',
    file: execution('projection'),
    find: "events.some(event => event.type === 'status-changed')",
    replace: "events.some(event => event.type === 'ended')",
  },
  {
    name: 'hears nothing while it reads the log',
    file: 'actors/journal-feed.ts',
    find: 'this.#isBehind = false\n    const entries = await this.#read(address, fold.seq, limit)',
    replace: 'const entries = await this.#read(address, fold.seq, limit)\n    this.#isBehind = false',
  },
  {
    name: 'tells an event of the log again',
    file: 'actors/journal-feed.ts',
    find: 'id > this.#reading.after',
    replace: 'id >= this.#reading.after',
  },
  {
    name: 'takes entries for new that it has told',
    file: execution('reading/timeline'),
    find: '.slice(Math.max(0, this.#seq + 1 - seq))',
    replace: '.slice(0)',
  },
  // -- snapshots
  // ----------------------------------------------------------------------------------------------
  {
    name: 'takes a snapshot for one of the event after it',
    file: 'runtime/host/activation.ts',
    find: 'snapshot: { seq: this.#seq,',
    replace: 'snapshot: { seq: this.#seq + 1,',
  },
  {
    name: 'takes a snapshot for one of the event before it',
    file: 'runtime/host/activation.ts',
    find: 'snapshot: { seq: this.#seq,',
    replace: 'snapshot: { seq: this.#seq - 1,',
  },
  {
    name: 'keeps the state of the turn before as that of this one',
    file: 'runtime/host/activation.ts',
    find: `if (!snapshots || !this.#work.isEnough || this.isDone) return {}
    const body = JSON.stringify(snapshots.freeze?.(this.#state) ?? this.#state)`,
    replace: `const kept = JSON.stringify(snapshots?.freeze?.(this.#state) ?? this.#state)
    const body = this.before ?? kept
    this.before = kept
    if (!snapshots || !this.#work.isEnough || this.isDone) return {}`,
  },
  {
    name: 'goes on from a snapshot under a wrong number',
    file: 'runtime/host/activation.ts',
    find: 'this.#seq = seq\n',
    replace: 'this.#seq = seq - 1\n',
  },
  {
    name: 'does not find an actor that has nothing but its snapshot',
    file: 'runtime/host/activation.ts',
    find: 'isFound ||= snapshot !== null\n',
    replace: '',
  },
  {
    name: 'shares the state that it keeps with the one that goes on',
    file: execution('snapshots'),
    find: 'frames[path] = { ...frame, names: without(frame.names, enclosingNames(state.frames, frame)) }',
    replace:
      'frames[path] = Object.assign(frame, { names: without(frame.names, enclosingNames(state.frames, frame)) })',
  },
  {
    name: 'thaws frames without the names that enclose them',
    file: execution('snapshots'),
    find: '...enclosingNames(frames, frame), ',
    replace: '',
  },
  // -- schedules
  // ----------------------------------------------------------------------------------------------
  {
    name: 'starts another execution at every attempt of a run',
    file: schedule('effects'),
    find: '`${address}/${scheduledAt}`, scheduledAt)',
    replace: '`${address}/${scheduledAt}/${Math.random()}`, scheduledAt)',
  },
  {
    name: 'runs before its time',
    file: schedule('behavior'),
    find: 'now < state.nextAt)',
    replace: 'now < state.nextAt - 10_000)',
  },
  {
    name: 'forgets a time that fell due',
    file: schedule('evolve'),
    find: 'state.queue.push(...event.runs)',
    replace: '',
  },
  {
    name: 'lets runs overlap that must not',
    file: schedule('behavior'),
    find: ': isEmpty(runs)\n',
    replace: ': true\n',
  },
  {
    name: 'leaves no run out though one is under way',
    file: schedule('behavior'),
    find: "if (overlap === 'skip' && isBusy && due.length > 0)",
    replace: "if (overlap === 'skip' && isBusy && due.length > 1_000)",
  },
  {
    name: 'makes up for one missed time only',
    file: schedule('behavior'),
    find: "schedule.missed === 'all' ? scheduleBounds.queued : 1",
    replace: '1',
  },
  {
    name: 'makes up for times that were to be missed',
    file: schedule('behavior'),
    find: "schedule.missed === 'none' ?",
    replace: "schedule.missed === 'never' ?",
  },
  {
    name: 'takes a setting twice',
    file: schedule('behavior'),
    find: 'if (old && setting.revision <= old.revision) return unchanged',
    replace: '',
  },
  {
    name: 'never hears of the end of a run',
    file: schedule('behavior'),
    find: 'if (!state.runs[message.step]) return unchanged',
    replace: 'if (state.runs[message.step]) return unchanged',
  },
  // -- limits, the hub
  // ----------------------------------------------------------------------------------------
  {
    name: 'admits one more than the organization may have at work',
    file: 'actors/admission.ts',
    find: 'limit === null ? most : limit - running)',
    replace: 'limit === null ? most : limit - running + 1)',
  },
  {
    name: 'heeds no limit of a workflow',
    file: 'actors/admission.ts',
    find: 'workflow.limit === null ? workflow.queued.length',
    replace: 'workflow.limit !== 0 ? workflow.queued.length',
  },
  {
    name: 'looks once only for who is queued',
    file: 'actors/admission.ts',
    find: 'if (!this.#isStopped) this.#lookAfter(this.#isPoked ? 0 : lookMs)',
    replace: '',
  },
  {
    name: 'calls anew under another key',
    file: 'rpc/remote/remote-server.ts',
    find: "'troupe/idempotencyKey': idempotencyKey }",
    replace: "'troupe/idempotencyKey': `${idempotencyKey}/${Math.random()}` }",
  },
  {
    name: 'ends the host when the hub cannot read its servers',
    file: execution('effects'),
    find: 'await askUntilAnswered(outside, () => hub.call(byPlan))',
    replace: 'await hub.call(byPlan)',
  },
  {
    name: 'never tries a server again that was down',
    file: 'rpc/gate/breaker.ts',
    find: 'const wait = (this.#trialEndsAt ?? this.#trialFrom) - now',
    replace: 'const wait = 86_400_000',
  },
  // -- memories
  // ----------------------------------------------------------------------------------------------
  {
    name: 'asks a memory under another key each time',
    file: 'rpc/builtin/memory/called-memory.ts',
    find: 'port.change(place, { key, execution }, change)',
    replace: 'port.change(place, { key: `${key}/${Math.random()}`, execution }, change)',
  },
  {
    name: 'gives what was given for good to a retry',
    file: 'rpc/builtin/memory/only-new.ts',
    find: "holds: onFail === 'release'",
    replace: 'holds: true',
  },
  {
    name: 'gives for good what its run was to hold',
    file: 'rpc/builtin/memory/only-new.ts',
    find: "holds: onFail === 'release'",
    replace: 'holds: false',
  },
  {
    name: 'does not say where in its run a step takes items',
    file: execution('steps/pending'),
    find: 'return { id, workflowId: start.workflowId, run, step }',
    replace: 'return { id, workflowId: start.workflowId, run, step: step.slice(0, 0) }',
  },
  {
    name: 'holds items in the name of the execution that is a step',
    file: execution('steps/pending'),
    find: 'return { id, workflowId: start.workflowId, run, step }',
    replace: 'return { id, workflowId: start.workflowId, run: run === id ? run : id, step }',
  },
  // -- followers
  // ---------------------------------------------------------------------------------------------
  {
    name: 'tells its follower what was, not what is',
    file: execution('steps/following'),
    find: 'if (news === state.toldFollower) return',
    replace: 'if (state.toldFollower !== 0) return',
  },
  {
    name: 'tells in the chat what it has told',
    file: 'actors/chat/evolve.ts',
    find: 'news: null } : one',
    replace: 'said: "" } : one',
  },
  // -- who has which shard ----------------------------------------------------------------------------------
  ...placementMutants,
  ...clusterMutants,
]
