import type { Readable } from 'node:stream'
import { type InstanceLock, lockFolder } from '../db/instance-lock.ts'
import type { BlobStore } from '../ports/blobs.ts'
import { type BackedUpBlob, readBlob } from './blobs.ts'
import { findSnapshot, type Snapshot, snapshotOf } from './folder.ts'
import { prune } from './prune.ts'
import { verifyAll } from './verify.ts'

export interface KeepingInVault {
  blobs: BlobStore
  draft: Snapshot
  say(line: string): void
}

/** Where backups are kept: a folder, or a bucket. */
export interface Vault {
  /** As people name it. */
  place: string
  /** The folder in which a snapshot is put together; of a folder of backups, itself. */
  workFolder: string
  /** What a proof compares besides the rows, as people read it. */
  proves: string
  /** Keeps others out; what was put onto this machine for the while goes with its release. */
  begin(what: 'read' | 'write'): Promise<InstanceLock>
  /** Brings the bytes that are not there yet; absent where they are put into the work folder. */
  keep?(keeping: KeepingInVault): Promise<BackedUpBlob>
  /** Takes a snapshot that is whole. */
  store(snapshot: Snapshot): Promise<void>
  /** The files of a snapshot, the newest unless one is named, on this machine. */
  open(name?: string): Promise<Snapshot>
  read(hash: string): Promise<Readable>
  /** Without reading what a bucket would have to send for days; answers how much is damaged. */
  examine(snapshot: Snapshot, name: (damage: string) => void): Promise<number>
  /** Reads every byte again; answers how much is damaged. */
  verify(name: (damage: string) => void): Promise<number>
  prune(keep: number): Promise<unknown>
}

/** `given` is the folder of backups, or for a restore that of one snapshot. */
export function folderVault(given: string): Vault {
  let home: Promise<string> | undefined
  return {
    place: given,
    workFolder: given,
    proves: 'every hash',
    begin: async what => (what === 'write' ? lockFolder(given) : { release: async () => {} }),
    store: async () => {},
    open: async name => (name ? snapshotOf(given, name) : findSnapshot(given)),
    async read(hash) {
      home ??= findSnapshot(given).then(snapshot => snapshot.home)
      return readBlob(await home, hash)
    },
    examine: (_, name) => verifyAll(given, name),
    verify: name => verifyAll(given, name),
    prune: keep => prune(given, keep),
  }
}
