import { useState } from 'react'
import { cx } from '../lib/class-names.ts'
import { KindIcon } from '../ui/kind-icon.tsx'
import type { ListedPages } from './files.ts'
import { previewUrl } from './preview.ts'

type Shown = Pick<ListedPages, 'id' | 'kind' | 'size' | 'version' | 'deleted_at'>

/** The picture of a file, or its kind in a quiet icon. */
interface ThumbProps {
  file: Shown
  className?: string
  icon?: string
  size?: 256 | 1024
}

export function Thumb({ file, className, icon, size }: ThumbProps) {
  const url = previewUrl(file, size)
  const [broken, setBroken] = useState<string>()
  return (
    <span className={cx('flex items-center justify-center overflow-hidden', className)}>
      {url && broken !== url ? (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(url)}
          className={cx(
            'size-full',
            file.kind === 'image' || file.kind === 'video' ? 'object-cover' : 'object-cover object-top',
          )}
        />
      ) : (
        <KindIcon kind={file.kind} className={icon} />
      )}
    </span>
  )
}
