export const RECORDINGS = 'dossier-recordings'

/** All that is there of recordings, without what it takes to make one. A tab that is just writing ends first. */
export const forgetRecordings = (): Promise<void> =>
  new Promise(done => {
    const request = indexedDB.deleteDatabase(RECORDINGS)
    request.onsuccess = request.onerror = request.onblocked = () => done()
  })
