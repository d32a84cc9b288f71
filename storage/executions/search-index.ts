// The chore that keeps the search table: it takes the executions that commits have changed, a portion at a
// time, and writes the words to find them by (storage/chores.ts).
// 1. A commit pays one small row (`execution_changes`) and nothing for words.
// 2. A portion is one statement that takes and writes, or does neither. It sees committed rows only, so it
//    skips none.
// 3. It works at most a tenth of the time: under load it falls behind rather than slow executions down.
import type { Failure } from '../../domain/failure.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { longestWord, separators } from './search-words.ts'

/** Target duration of a portion. */
const portionMs = 50
/** Most commits in a portion; one commit holds up to 512 executions. */
const mostCommits = 512
/** Pause when nothing is left: half of the second that a search may be behind. */
const idleMs = 500
/** Rests nine times as long as it works. */
const restPerWork = 9

export class SearchIndex {
  readonly #queries: Queries
  #commits = 8

  constructor(queries: Queries) {
    this.#queries = queries
  }

  /** Takes one portion. @returns milliseconds until the next is to be taken. @throws {Failure} unavailable */
  work = async (): Promise<number> => {
    const beganAt = performance.now()
    try {
      const taken = await this.take(this.#commits)
      const tookMs = performance.now() - beganAt
      this.#adapt(tookMs)
      return taken === 0 ? idleMs : Math.max(20, tookMs * restPerWork)
    } catch (error) {
      // The portion may have been too large for the statement's deadline.
      if ((error as Failure).code === 'unavailable') this.#commits = Math.max(1, this.#commits >> 2)
      throw error
    }
  }

  /** @returns how many commits it took, at most `commits` */
  async take(commits: number): Promise<number> {
    const [row] = await this.#queries.query<{ taken: number }>(index, [commits, separators, longestWord])
    return row!.taken
  }

  #adapt(tookMs: number): void {
    const fitting = (this.#commits * portionMs) / Math.max(1, tookMs)
    this.#commits = Math.round(Math.min(mostCommits, this.#commits * 2, Math.max(1, fitting)))
  }
}

/**
 * How much of each text is searched, in characters: enough for records and messages. JSON's escaped line
 * ends are removed, because they would stick to the following words.
 */
const texts = `left(e.workflow_name, 200) || ' ' || left(coalesce(e.error, ''), 2000) || ' ' || left(e.inputs, 8192)
  || ' ' || left(coalesce(e.output, ''), 8192)`
const unescaped = String.raw`replace(replace(replace(replace(${texts}, '\\', ' '), '\n', ' '), '\t', ' '), '\r', ' ')`

const index: Statement = {
  name: 'execution-search.index',
  text: `
with taken as (
  delete from execution_changes where ctid = any(array(select ctid from execution_changes limit $1)) returning ids
),
changed as materialized (
  select e.* from executions e where id = any(array(select distinct unnest(ids) from taken))
),
tools as materialized (
  select v.id, array(
    select distinct lower(left(coalesce((step->>'server') || '__', '') || (step->>'tool'), 200))
    from jsonb_path_query(v.plan::jsonb, '$.** ? (@.kind == "tool" && @.tool.type() == "string")') step
  ) as names
  from workflow_versions v where v.id = any(array(select distinct version_id from changed))
),
written as (
  insert into execution_search as s (id, organization_id, created_at, finished_at, duration_ms, words)
  select e.id, e.organization_id, e.created_at, e.finished_at, e.finished_at - e.started_at, array_to_tsvector(
    array['=' || f.org, '=' || f.workflow, '=' || f.org || ':status:' || e.status,
      '=' || f.workflow || ':status:' || e.status, '=' || f.org || ':trigger:' || coalesce(e.trigger::json->>'kind', '')]
    || array(select '=' || f.org || ':tool:' || tool from unnest(t.names) tool)
    || array(
      select distinct left(word, $3) from unnest(string_to_array(lower(
        regexp_replace(normalize(${unescaped}), $2, ' ', 'g')), ' ')) word where word <> ''
    ))
  from changed e left join tools t on t.id = e.version_id
  cross join lateral (select lower(e.organization_id) as org, lower(e.workflow_id) as workflow) f
  on conflict (id) do update set finished_at = excluded.finished_at, duration_ms = excluded.duration_ms,
    words = excluded.words
)
select count(*)::int as taken from taken`,
}
