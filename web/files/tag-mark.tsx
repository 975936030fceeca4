import { cx } from '../lib/class-names.ts'
import { useTags } from './own.ts'
import { ownWords } from './own-words.ts'

/** Colours that a tag can have, by name; the classes are the design's own. */
export const TAG_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'teal'] as const
export type TagColor = (typeof TAG_COLORS)[number]

const DOTS: Record<TagColor, string> = {
  red: 'bg-wrong',
  orange: 'bg-voice-2',
  green: 'bg-good',
  blue: 'bg-voice-1',
  purple: 'bg-voice-4',
  teal: 'bg-voice-5',
}

export const TagDot = ({ color }: { color: string | null }) => (
  <span
    aria-hidden
    className={cx('size-2 shrink-0 rounded-full', DOTS[color as TagColor] ?? 'border border-ink-faint')}
  />
)

/** The tags of a file in a line: a dot each, named for whoever cannot see it. */
export const TagDots = ({ tags }: { tags: string[] }) => (tags.length > 0 ? <Dots tags={tags} /> : null)

function Dots({ tags }: { tags: string[] }) {
  const t = ownWords.use()
  const known = useTags().data
  const colorOf = (name: string) => known?.find(tag => tag.name.toLowerCase() === name.toLowerCase())?.color ?? null
  return (
    <span title={tags.join(', ')} className="flex shrink-0 items-center gap-0.5">
      <span className="sr-only">
        {t.tags}: {tags.join(', ')}
      </span>
      {tags.slice(0, 4).map(tag => (
        <TagDot key={tag} color={colorOf(tag)} />
      ))}
    </span>
  )
}
