/** All files in what was dropped, each with the folders above it. */
export async function walk(entries: FileSystemEntry[], path: string[] = []): Promise<{ file: File; path: string[] }[]> {
  const found = await Promise.all(
    entries.map(async entry => {
      if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path }]
      return walk(await childrenOf(entry as FileSystemDirectoryEntry), [...path, entry.name])
    }),
  )
  return found.flat()
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((yes, no) => entry.file(yes, no))

/** A reader gives a hundred at a time, and nothing at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((yes, no) => reader.readEntries(yes, no))
    if (some.length === 0) return all
    all.push(...some)
  }
}
