const { ensureNodeModules, ensureBuild, orExit } = require('./bootstrap.cjs')

orExit(ensureNodeModules)
orExit(() => ensureBuild({ force: true }))
