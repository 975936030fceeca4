/** For what is not a component and yet leads somewhere: a line of a menu. */
let follow: (path: string) => void = () => {}

export const goTo = (path: string): void => follow(path)

export function whenGoing(next: (path: string) => void): void {
  follow = next
}
