import { extname } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { computation } from '../../../ports/compute.ts'
import { notesIn } from './archive.ts'
import { type ImportItem, type ImportReading, itemOf } from './items.ts'
import type { PaperlessDocument, readManifest } from './notes.ts'

const manifest = computation<typeof readManifest>(import.meta.url, './notes.ts', 'readManifest', 120_000)

const noManifest = () =>
  new AppError('unsupported', 'archive_damaged', {
    en: 'There is no manifest.json in the archive. Make it with the document exporter of Paperless-ngx (document_exporter --zip).',
    ru: 'В архиве нет manifest.json. Создайте его экспортом Paperless-ngx (document_exporter --zip).',
  })

/** Documents by their titles, in a folder for whoever sent them; tags and the type become tags. */
export async function* paperlessItems({ archive, compute, ownerId }: ImportReading): AsyncGenerator<ImportItem> {
  const paths = [...archive.entries.keys()].filter(path => /(^|\/|-)manifest\.json$/.test(path))
  const main = paths.find(path => /(^|\/)manifest\.json$/.test(path))
  if (!main) throw noManifest()
  const documents = await compute.run(manifest, await notesIn(archive, paths), ownerId)
  const home = main.slice(0, -'manifest.json'.length)
  for (const document of documents) {
    const entry = archive.entries.get(`${home}${document.path}`)
    if (!entry) continue
    const created = new Date(document.created)
    yield {
      ...itemOf('paperless', entry, ['Paperless', ...namedFolder(document), nameFor(document)]),
      modifiedAt: Number.isNaN(created.getTime()) ? entry.modifiedAt : created,
      sourceUrl: `paperless:documents/${document.id}`,
      tags: document.tags,
    }
  }
}

const namedFolder = ({ correspondent }: PaperlessDocument): string[] => {
  const name = correspondent.replaceAll('/', '-').trim().slice(0, 200)
  return name === '' ? [] : [name]
}

/** The title, which people have put right, with the ending of the file. */
function nameFor({ title, originalName, path }: PaperlessDocument): string {
  const name = title.replaceAll('/', '-').trim().slice(0, 200)
  if (name === '') return originalName || path.split('/').at(-1)!
  const ending = extname(path)
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending
}
