// Compiles the benches and runs one of them: npm run bench -- upload
const { runOneOf } = require('./compiled.cjs')

runOneOf('bench', '.bench.ts')
