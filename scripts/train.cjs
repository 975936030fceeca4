// Makes weights anew: npm run train -- answers [--write]. training/README.md says which, and from what.
const { runOneOf } = require('./compiled.cjs')

runOneOf('training', '.ts')
