/** How a line of the list looks, for the list itself and for the first screen that is drawn before it. */

/** Name, state, size and date share their widths with the heading. */
export const COLUMNS = 'grid grid-cols-[2.25rem_1fr_2.5rem] md:grid-cols-[2.25rem_1fr_7.5rem_5.5rem_6.5rem_2.5rem]'

export const LINE = `${COLUMNS} h-14 items-center border-b border-line pr-1 pl-2 text-base md:mx-2 md:h-9 md:rounded md:border-transparent md:text-sm`
export const LINE_HEIGHT = { narrow: 56, wide: 36 }
export const LINE_NAME = 'flex min-w-0 flex-col justify-center gap-0.5 pr-3'
export const LINE_BELOW = 'figures flex gap-2 text-xs text-ink-faint md:hidden'
export const LINE_FIGURE = 'figures hidden text-right text-ink-faint md:block'

/** What a window shows, and a little more: the rest is asked for when somebody moves on. */
export const FIRST_PAGE = 60
export const ALL_FILES = `/v1/objects?limit=${FIRST_PAGE}`
