/** Elements without React: the first screen is drawn before it has come. */

type Child = Node | string

export function make(tag: string, className: string, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}

export function wide(element: HTMLElement, width: number): HTMLElement {
  element.style.width = `${width}px`
  return element
}

/** Where an icon will be. */
export const spot = (size = 'size-4') => make('span', `${size} shrink-0 rounded-sm bg-press`)
