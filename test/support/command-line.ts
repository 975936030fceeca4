import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json, Person } from './client.ts'
import { ROOT } from './server.ts'

const PROGRAM = join(ROOT, 'packages/client/dossier.js')

export const started = (config: string, args: string[]): ChildProcess =>
  spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH, DOSSIER_CONFIG: config } })

/** Runs it to its end. */
export function dossier(
  config: string,
  args: string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  return new Promise(done => {
    const child = started(config, args)
    let [out, err] = ['', '']
    child.stdout!.on('data', chunk => {
      out += chunk
    })
    child.stderr!.on('data', chunk => {
      err += chunk
    })
    child.stdin!.end(input)
    child.once('close', code => done({ code: code ?? -1, out, err }))
  })
}

/** Folders in folders, equal contents under two names, equal names in two folders. Answers the names of all files. */
export async function aTree(root: string, files: number): Promise<string[]> {
  const names: string[] = []
  for (let n = 0; n < files; n++) {
    const inside = join(root, `part ${n % 5}`, n % 2 === 0 ? 'even' : 'odd')
    await mkdir(inside, { recursive: true })
    const name = n % 7 === 0 ? 'same name.txt' : `file ${n}.txt`
    const unique = n % 7 === 0 ? `file ${n} again.txt` : name
    // Twins in one folder: ten apart.
    const text = `text ${n % 20 < 10 ? n : n - 10} of a tree`
    const path = join(inside, names.includes(`${inside}/${name}`) ? unique : name)
    await writeFile(path, text)
    names.push(path)
  }
  return [...new Set(names)].map(path => path.split('/').at(-1)!)
}

/** All files of a person. */
export async function objectsOf(person: Person) {
  const items: Json[] = []
  let cursor = ''
  do {
    const { body } = await person.get(`/v1/objects?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    items.push(...body.items)
    cursor = body.next_cursor ?? ''
  } while (cursor)
  return items
}
