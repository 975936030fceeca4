// The web app: Vite makes it, then what the browser will ask for in packed form is packed once, here.
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')

const root = path.join(__dirname, '..')
const PACKABLE = /\.(js|mjs|css|svg|json|webmanifest|wasm)$/
/** What pdf.js asks for while it runs: encodings of East Asian fonts, fonts that files leave out, picture decoders. */
const PDFJS = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/** Answers whether it worked; Vite says by itself why not. */
function buildWeb(outDir) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = path.join(root, 'web', 'vite.config.ts')
  const args = [vite, 'build', path.join(root, 'web'), '--config', config, '--outDir', outDir, '--emptyOutDir']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, [...args, '--logLevel', 'warn'], { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) return false
  for (const part of PDFJS)
    fs.cpSync(path.join(root, 'node_modules/pdfjs-dist', part), path.join(outDir, 'pdfjs', part), { recursive: true })
  pack(outDir)
  return true
}

function pack(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) pack(file)
    else if (PACKABLE.test(entry.name)) packFile(file)
  }
}

function packFile(file) {
  const bytes = fs.readFileSync(file)
  if (bytes.length < 1000) return
  const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: bytes.length > 400_000 ? 8 : 11 }
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params: quality }))
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
}

module.exports = { buildWeb }
