export const same = input => input
export const doubledTwice = async (input, callBack) => callBack('double', await callBack('double', input))
export const refused = (_input, callBack) => callBack('refuse', null)
export function forever() {
  for (;;);
}
