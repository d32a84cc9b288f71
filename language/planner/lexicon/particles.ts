// Particles that change nothing of what a verb does: "add the amounts up", "send it out". With any other verb
// such a word says something that nobody reads ("get up the total").

const lines = {
  up: 'add sum total tot count tally look pull bring pick set follow open clean draw write back line split break hand fill call mark sign round bump speed gather collect tidy put wrap type lift load',
  out: 'send work figure find point give take leave filter sort pick pull hand fill write read print carry roll call single weed throw pay reach check hold mail e-mail email text ship',
  away: 'take throw put file give send clear store',
  down: 'write note round shut narrow scale mark put break bring boil turn slow take',
  over: 'hand go send loop iterate give pass take look run turn carry forward',
  aside: 'set put leave lay',
  off: 'send',
} as const

/** Particle to the verbs that it may stand with. */
export const particleVerbs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lines).map(([particle, verbs]) => [particle, new Set(verbs.split(' '))]),
)
