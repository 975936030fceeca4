import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../api/call.ts'
import { showError } from '../../files/change.ts'
import { cx } from '../../lib/class-names.ts'
import { useCoarse } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { leaveTour, samplesOf } from './memory.ts'
import { useOwnFile, wordOf } from './own.ts'
import { usePointing } from './pointing.ts'
import { addSamples, removeSamples } from './samples.ts'
import { tourAsked, tourStep } from './state.ts'
import { tourWords } from './words.ts'

const STEPS = ['files', 'find', 'ask', 'pages', 'yours'] as const

const leave = () => void leaveTour().catch(showError)

/** Five steps at the foot of the page: beside what is being done, never over it. */
export default function Guide() {
  const t = tourWords.use()
  const at = useStore(tourStep) ?? 0
  const name = STEPS[at]!
  const { data } = useQuery({ queryKey: ['settings'], queryFn: () => get('/v1/settings') })
  const samples = samplesOf(data)
  const own = useOwnFile(samples)
  const shown = samples[0] ?? (own?.kind === 'pdf' ? own.id : undefined)
  // By itself it goes on only where the thing was done, and takes no focus from whoever is doing it.
  usePointing(name, shown, () => tourStep.set(at + 1))
  const hadNone = useRef(false)
  useEffect(() => {
    if (data === undefined) return
    if (name === 'files' && own && samples.length === 0 && hadNone.current) tourStep.set(1)
    hadNone.current = own === null
  }, [name, own, samples.length, data])
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a new thing to read
  useEffect(() => {
    if (tourAsked.get()) title.current?.focus()
    tourAsked.set(false)
  }, [at])
  const go = (next: number) => {
    tourAsked.set(true)
    tourStep.set(next)
  }
  const step = t.steps[name]
  const coarse = useCoarse()
  const text = coarse && 'touch' in step ? step.touch : step.text
  const last = at === STEPS.length - 1
  return (
    <section
      data-guide
      aria-label={t.label}
      onKeyDown={event => event.key === 'Escape' && leave()}
      className="flex shrink-0 flex-col gap-x-6 gap-y-2 border-t border-line bg-surface px-4 py-3 md:flex-row md:items-center"
    >
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-3">
          <Dots at={at} />
          <h2 ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
            {step.title}
          </h2>
        </div>
        <p className="mt-0.5 max-w-3xl text-sm text-ink-soft">
          {name !== 'files'
            ? text
            : samples.length > 0
              ? t.steps.files.again
              : own
                ? t.steps.files.own(own.title)
                : text}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" className="px-1.5!" onClick={leave}>
          {last ? t.finish : t.skip}
        </Button>
        {at > 0 && <Button onClick={() => go(at - 1)}>{t.back}</Button>}
        <Try name={name} samples={samples} own={own} onAdded={() => go(1)} />
        {!last && (
          <Button
            look={name === 'files' && samples.length === 0 && !own ? 'plain' : 'primary'}
            onClick={() => go(at + 1)}
          >
            {t.next}
          </Button>
        )}
        {last && samples.length > 0 && (
          <Button
            look="primary"
            onClick={() => {
              leave()
              void removeSamples(samples)
            }}
          >
            {t.removeSamples}
          </Button>
        )}
      </div>
    </section>
  )
}

interface TryProps {
  name: (typeof STEPS)[number]
  samples: string[]
  own: ReturnType<typeof useOwnFile>
  onAdded: () => void
}

/** What the step is about, done with the samples, or with somebody's own first file where there are none. */
function Try({ name, samples, own, onAdded }: TryProps) {
  const t = tourWords.use()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [lease] = samples
  if (name === 'files') {
    if ((samples.length > 0 || own) && !adding) return null
    const add = async () => {
      setAdding(true)
      await addSamples().then(onAdded, showError)
      setAdding(false)
    }
    return (
      <Button look="primary" busy={adding} icon={adding ? LoaderCircle : undefined} onClick={() => void add()}>
        {adding ? t.adding : t.addSamples}
      </Button>
    )
  }
  if (!lease) return own ? <TryOwn name={name} own={own} /> : null
  const lead = {
    find: () => navigate({ to: '/search', search: { q: t.steps.find.query } }),
    ask: () => navigate({ to: '/ask', search: { q: t.steps.ask.query } }),
    pages: () => navigate({ to: '/objects/$object/pages', params: { object: lease } }),
    yours: () => navigate({ to: '/changes' }),
  }[name]
  return <Button onClick={() => void lead()}>{t.steps[name].act}</Button>
}

function TryOwn({ name, own }: { name: Exclude<TryProps['name'], 'files'>; own: NonNullable<TryProps['own']> }) {
  const t = tourWords.use()
  const navigate = useNavigate()
  const word = wordOf(own.title)
  if (name === 'pages' && own.kind !== 'pdf') return null
  const [text, lead] = {
    find: [t.own.find(word), () => navigate({ to: '/search', search: { q: word } })] as const,
    ask: [t.own.ask, () => navigate({ to: '/ask', search: { q: t.own.question(own.title) } })] as const,
    pages: [t.own.pages, () => navigate({ to: '/objects/$object/pages', params: { object: own.id } })] as const,
    yours: [t.steps.yours.act, () => navigate({ to: '/changes' })] as const,
  }[name]
  return <Button onClick={() => void lead()}>{text}</Button>
}

function Dots({ at }: { at: number }) {
  const t = tourWords.use()
  return (
    <span role="img" aria-label={t.step(at + 1, STEPS.length)} className="flex shrink-0 gap-1.5">
      {STEPS.map((name, index) => (
        <span key={name} className={cx('size-1.5 rounded-full', index <= at ? 'bg-accent' : 'bg-line-strong')} />
      ))}
    </span>
  )
}
