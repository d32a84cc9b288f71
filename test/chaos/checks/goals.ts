// How often docs/internals/goals.md wants each fault to have struck, over all runs that are quoted.
export const goals: Readonly<Record<string, number>> = {
  'all kills': 1_000,
  'thread exit': 250,
  'thread throw': 250,
  'thread loop': 250,
  'thread heap': 250,
  'database kill': 200,
  'database restart': 200,
  'all cuts around commit': 1_000,
  'database read-only': 50,
  'database full': 50,
  'approvals raced for': 1_000,
  'races for the last execution': 200,
}

/** Of every kind of misbehaving tool server: calls that met it. */
export const toolGoal = 100
