// Preloaded into every test (`node-arg` in .taprc). tap notes which files a process loads, and all processes
// below it, for coverage, which is not taken here: that cost every test half a second and every server that a
// test starts a whole one.
const module_ = require('node:module')

// No thread that every module is loaded by way of.
module_.register = () => {}
// And nothing that is handed down to child processes: the switch that @tapjs/processinfo has for its own
// tests.
process.env.__TAPJS_PROCESSINFO_TESTING_NO_REGISTER__ = String(process.pid)
// Tests read TypeScript as the service does.
require('../../runtime/process/compiled.cjs')
