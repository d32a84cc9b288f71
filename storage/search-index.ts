// Keeps the search table: takes the executions that commits have written, in portions, and writes what is found of them.
// 1. The hot path pays one small row a commit (`execution_changes`), and nothing for words.
// 2. A portion is one statement: taken and written, or neither. What is visible is committed, so nothing is passed over.
// 3. It gives way to executions: it works a tenth of the time at most, and falls behind rather than slow them down.
import type { Failure } from '../domain/failure.ts'
import { longestWord, separators } from './search-words.ts'
import type { Queries, Statement } from './statement.ts'

/** How long a portion should take. */
const portionMs = 50
/** Commits of one portion; one commit holds up to 512 executions. */
const mostCommits = 512
/** When nothing is left to do: half of the second that a search may be behind. */
const idleMs = 500
/** The rest of the time belongs to others. */
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
      // Perhaps too much for one statement: its deadline has passed.
      if ((error as Failure).code === 'unavailable') this.#commits = Math.max(1, this.#commits >> 2)
      throw error
    }
  }

  /** @returns how many commits there were, at most `commits` */
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
 * How much of a text is searched, in characters: enough for records and messages. JSON's escapes of line ends would
 * stick to the words behind them.
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
        regexp_replace(${unescaped}, $2, ' ', 'g')), ' ')) word where word <> ''
    ))
  from changed e left join tools t on t.id = e.version_id
  cross join lateral (select lower(e.organization_id) as org, lower(e.workflow_id) as workflow) f
  on conflict (id) do update set finished_at = excluded.finished_at, duration_ms = excluded.duration_ms,
    words = excluded.words
)
select count(*)::int as taken from taken`,
}
