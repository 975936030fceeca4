// A Debian package and an image from the folder of a release.
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const systemPackages = require('./system-packages.json')

const HOME = 'opt/dossier'
const CPU = { x64: 'amd64', arm64: 'arm64' }
const HELPERS = systemPackages.filter(entry => entry.for === 'run').flatMap(entry => entry.packages)

const control = (version, architecture, kilobytes) => `Package: dossier
Version: ${version}
Architecture: ${CPU[architecture]}
Maintainer: Dossier <dossier@localhost>
Installed-Size: ${kilobytes}
Depends: nodejs (>= 20.19), adduser
Recommends: ${HELPERS.join(', ')}
Section: web
Priority: optional
Description: file cloud with an assistant that reads the files
 Files are read in the background, found, asked about with exact citations,
 edited, shared and kept. It works without a model and without a network.
`

const POSTINST = `#!/bin/sh
set -e
if ! getent passwd dossier >/dev/null; then
  adduser --system --group --no-create-home --home /nonexistent dossier
fi
chmod 640 /etc/dossier.env && chgrp dossier /etc/dossier.env
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable dossier
  systemctl restart dossier
fi
`

const PRERM = `#!/bin/sh
set -e
if [ -d /run/systemd/system ] && [ "$1" = remove ]; then
  systemctl disable --now dossier
fi
`

// Files of people are nothing that a package removes.
const POSTRM = `#!/bin/sh
set -e
if [ "$1" = purge ] && [ -d /var/lib/dossier ]; then
  echo "The data stays in /var/lib/dossier."
fi
`

const ENV = `# Settings of Dossier, one NAME=value a line; /opt/dossier/docs/configuration.md lists them.
# PUBLIC_URL=https://cloud.example.org
`

/** Answers what it made. */
function packDeb({ stage, version, architecture, target }) {
  const tree = path.join(target, 'deb')
  fs.rmSync(tree, { recursive: true, force: true })
  const write = (name, text, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(tree, name)), { recursive: true })
    fs.writeFileSync(path.join(tree, name), text, { mode })
  }
  fs.mkdirSync(path.join(tree, 'opt'), { recursive: true })
  // By links: the same disk, and some 100,000 files.
  execFileSync('cp', ['-al', stage, path.join(tree, HOME)])
  write('lib/systemd/system/dossier.service', fs.readFileSync(path.join(stage, 'packaging/dossier.service')))
  write('etc/dossier.env', ENV, 0o640)
  const [kilobytes] = execFileSync('du', ['-sk', tree]).toString().split('\t')
  write('DEBIAN/control', control(version, architecture, kilobytes))
  write('DEBIAN/conffiles', '/etc/dossier.env\n')
  write('DEBIAN/postinst', POSTINST, 0o755)
  write('DEBIAN/prerm', PRERM, 0o755)
  write('DEBIAN/postrm', POSTRM, 0o755)
  const file = path.join(target, `dossier_${version}_${CPU[architecture]}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', tree, file], { stdio: 'inherit' })
  fs.rmSync(tree, { recursive: true })
  return `${file}: ${Math.round(fs.statSync(file).size / 1024 ** 2)} MB`
}

/** From Debian's own packages by this machine's sources, without a hub. Needs mmdebstrap and buildah. */
function packImage({ stage, version, architecture, target }) {
  const base = path.join(target, 'base.tar')
  const release = fs.readFileSync('/etc/os-release', 'utf8')
  const suite = /^VERSION_CODENAME=(\S+)/m.exec(release)[1]
  const include = ['ca-certificates', 'libstdc++6', 'tini', 'util-linux', ...HELPERS].join(',')
  execFileSync('mmdebstrap', ['--variant=minbase', `--include=${include}`, suite, base, ...aptSources()], {
    stdio: 'inherit',
  })
  const buildah = (...args) =>
    execFileSync('buildah', args, { stdio: ['ignore', 'pipe', 'inherit'] })
      .toString()
      .trim()
  const container = buildah('from', 'scratch')
  try {
    buildah('add', '-q', container, base, '/')
    buildah('copy', '-q', container, process.execPath, '/usr/local/bin/node')
    buildah('copy', '-q', container, stage, `/${HOME}`)
    buildah(
      'config',
      ...['--workingdir', `/${HOME}`, '--port', '8080', '--volume', '/data'],
      ...['--env', 'DATA_DIR=/data', '--env', 'HOST=0.0.0.0', '--env', 'NODE_ENV=production'],
      ...['--env', 'DOSSIER_SYSTEM_PACKAGES=off'],
      ...['--entrypoint', '["tini", "--", "node", "scripts/start.cjs"]', '--label', `version=${version}`],
      container,
    )
    const file = path.join(target, `dossier-${version}-${architecture}.oci.tar`)
    fs.rmSync(file, { force: true })
    buildah('commit', '-q', container, `oci-archive:${file}:dossier:${version}`)
    return `${file}: ${Math.round(fs.statSync(file).size / 1024 ** 2)} MB`
  } finally {
    buildah('rm', container)
    fs.rmSync(base, { force: true })
  }
}

const aptSources = () =>
  ['/etc/apt/sources.list', ...folderOf('/etc/apt/sources.list.d')].filter(
    file => /\.(list|sources)$/.test(file) && fs.existsSync(file) && /\bdebian\b/i.test(fs.readFileSync(file, 'utf8')),
  )

const folderOf = folder => (fs.existsSync(folder) ? fs.readdirSync(folder).map(name => path.join(folder, name)) : [])

module.exports = { packDeb, packImage }
