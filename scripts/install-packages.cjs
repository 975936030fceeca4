// Installs the missing system packages and waits for it; `npm start` runs this beside the server.
const { installSystemPackages } = require('./system-packages.cjs')

const kinds = process.argv.slice(2)
const still = installSystemPackages({ kinds: kinds.length > 0 ? kinds : ['run'], wait: true })
process.exitCode = still.length > 0 ? 1 : 0
