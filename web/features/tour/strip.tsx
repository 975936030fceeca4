import { Button } from '../../ui/button.tsx'
import { removeSamples } from './samples.ts'
import { tourWords } from './words.ts'

/** Above the list while there are samples in it: one click and they are gone. */
export default function SampleStrip({ ids }: { ids: string[] }) {
  const t = tourWords.use()
  return (
    <div className="mx-4 my-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded bg-sunken py-1 pr-1 pl-3 text-sm text-ink-soft">
      {t.strip}
      <Button look="quiet" className="text-accent-ink!" onClick={() => void removeSamples(ids)}>
        {t.removeSamples}
      </Button>
    </div>
  )
}
