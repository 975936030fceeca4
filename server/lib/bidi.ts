/** Signs that turn the direction of a line: in a name they make `exe.pdf` of `fdp.exe`. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export const withoutBidi = (name: string): string => name.replaceAll(BIDI, '')
