/**
 * Who is signed in, for all tabs of this browser: one of them may still hold what it has read for somebody else. It is read
 * anew each time, because another tab may have written it.
 */
const KEY = 'dossier.reader'

export function setReader(user: string): void {
  try {
    localStorage.setItem(KEY, user)
  } catch {
    // A browser that keeps nothing has nothing to mix up.
  }
}

/** Where nobody has said who is signed in, it is whoever was. */
export function isOf(owner: string): boolean {
  try {
    return (localStorage.getItem(KEY) ?? owner) === owner
  } catch {
    return true
  }
}
