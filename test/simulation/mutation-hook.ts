// Puts one defect into the code as it is loaded: `MUTANT='starts twice' node --import
// ./test/simulation/mutation-hook.ts ...`.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { mutants } from './mutants.ts'

const name = process.env['MUTANT']
const mutant = mutants.find(one => one.name === name)
if (!mutant) throw new TypeError(`no mutant is named ${name}`)
const target = pathToFileURL(`${import.meta.dirname}/../../${mutant.file}`).href

registerHooks({
  load(url, context, nextLoad) {
    if (url !== target) return nextLoad(url, context)
    // Read here: another loader in the chain, a test runner's for instance, may hand no source on.
    const source = readFileSync(new URL(url), 'utf8')
    if (!source.includes(mutant.find)) throw new TypeError(`${mutant.file} has no ${mutant.find}`)
    const broken = source.replace(mutant.find, () => mutant.replace)
    return { format: 'module-typescript', source: broken, shortCircuit: true }
  },
})
