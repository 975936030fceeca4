interface Named {
  fileNameRaw: Buffer
  extraFields: { id: number; data: Buffer }[]
}

/** Old archivers wrote names in the code page of their country: 866 in Russia. */
export function zipEntryName({ fileNameRaw: raw, extraFields }: Named): string {
  const unicode = extraFields.find(({ id, data }) => id === 0x7075 && data.length > 5)
  if (unicode) return unicode.data.subarray(5).toString('utf8').replaceAll('\\', '/')
  const utf8 = raw.toString('utf8')
  const name = utf8.includes('\ufffd') ? new TextDecoder('ibm866').decode(raw) : utf8
  return name.replaceAll('\\', '/')
}
