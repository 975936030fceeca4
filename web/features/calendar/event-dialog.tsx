import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { get, query } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch, TextArea, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Failed, Later, Notice } from '../../ui/states.tsx'
import { type AgendaItem, type CalendarEvent, useEvent } from './agenda.ts'
import { clockAt, clockOf, dayOf, momentOf, timeOf } from './days.ts'
import {
  createEvent,
  deleteEvent,
  draftOf,
  type EventDraft,
  type EventScope,
  faultOf,
  freshDraft,
  saveEvent,
} from './form.ts'
import { Reminders, RepeatFields } from './repeat-fields.tsx'
import { ScopeQuestion } from './scope-question.tsx'
import { calendarWords } from './words.ts'

export type Opened =
  | { kind: 'new'; day: string; time?: string; zone: string }
  | { kind: 'event'; id: string; item?: AgendaItem; when?: string }

export default function EventDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const t = calendarWords.use()
  const id = opened.kind === 'event' ? opened.id : undefined
  const { data: event, error, refetch, isFetchedAfterMount } = useEvent(id)
  if (opened.kind === 'new')
    return <Form title={t.newEvent} first={freshDraft(opened.day, opened.time, opened.zone)} onClose={onClose} />
  if (error)
    return (
      <Dialog title={t.editEvent} onClose={onClose}>
        <Failed error={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  // What was known from before may have been changed since.
  if (!event || !isFetchedAfterMount)
    return (
      <Later>
        <Dialog title={t.editEvent} onClose={onClose} />
      </Later>
    )
  const when = event.rrule === '' ? undefined : (opened.when ?? event.starts_at)
  return (
    <Form
      title={t.editEvent}
      first={draftOf(event, opened.item)}
      event={event}
      when={when}
      item={opened.item}
      onClose={onClose}
    />
  )
}

interface FormProps {
  title: string
  first: EventDraft
  event?: CalendarEvent
  when?: string
  item?: AgendaItem
  onClose: () => void
}

function Form({ title, first, event, when, item, onClose }: FormProps) {
  const t = calendarWords.use()
  const [before] = useState(first)
  const [draft, setDraft] = useState(first)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState<'save' | 'delete'>()
  const change = (next: Partial<EventDraft>) => setDraft(now => ({ ...now, ...next }))
  const fault = faultOf(draft)
  const shown = tried ? fault : undefined
  const work = useMutation({
    mutationFn: async (wanted: { what: 'save' | 'delete'; scope: EventScope }) => {
      if (!event) return createEvent(draft)
      if (wanted.what === 'delete') return deleteEvent(event, { when, item, scope: wanted.scope })
      return saveEvent({ event, when, before, after: draft }, wanted.scope)
    },
    onSuccess: onClose,
  })
  const begin = (what: 'save' | 'delete') => {
    setTried(true)
    if (what === 'save' && fault) return
    if (event && when) setAsking(what)
    else work.mutate({ what, scope: 'all' })
  }
  if (asking && event)
    return (
      <ScopeQuestion
        what={asking}
        label={event.recurrence_label}
        // A new rhythm is not that of one day.
        without={
          asking === 'save' && JSON.stringify(before.repeat) !== JSON.stringify(draft.repeat) ? 'one' : undefined
        }
        onChoose={scope => {
          setAsking(undefined)
          work.mutate({ what: asking, scope })
        }}
        onClose={() => setAsking(undefined)}
      />
    )
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      onSubmit={() => begin('save')}
      actions={
        <>
          {event && (
            <Button icon={Trash2} look="quiet" className="mr-auto text-wrong!" onClick={() => begin('delete')}>
              {t.delete}
            </Button>
          )}
          <FormActions onCancel={onClose} busy={work.isPending}>
            {event ? t.apply : t.create}
          </FormActions>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t.name}
          value={draft.title}
          maxLength={1000}
          placeholder={t.namePlaceholder}
          error={shown?.field === 'title' ? shown.text : undefined}
          onChange={event => change({ title: event.target.value })}
        />
        <Times draft={draft} change={change} error={shown?.field === 'time' ? shown.text : undefined} />
        <Overlap draft={draft} own={event?.id} />
        <RepeatFields draft={draft} change={change} label={event?.recurrence_label ?? ''} />
        <Reminders draft={draft} change={change} />
        <TextField
          label={t.location}
          value={draft.location}
          maxLength={2000}
          onChange={event => change({ location: event.target.value })}
        />
        <TextArea
          label={t.description}
          value={draft.description}
          onChange={event => change({ description: event.target.value })}
        />
        {work.error && <Failed compact error={work.error} />}
      </div>
    </Dialog>
  )
}

interface Part {
  draft: EventDraft
  change: (next: Partial<EventDraft>) => void
}

function Times({ draft, change, error }: Part & { error?: string }) {
  const t = calendarWords.use()
  /** The end goes with the beginning: an hour stays an hour. */
  const begin = (firstDay: string, from: string) => {
    const length = clockAt(draft.lastDay, draft.to) - clockAt(draft.firstDay, draft.from)
    const end = clockAt(firstDay, from) + length
    if (!firstDay || !from || Number.isNaN(end)) return change({ firstDay, from })
    change({ firstDay, from, lastDay: dayOf(end), to: timeOf(end) })
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <Switch label={t.allDay} checked={draft.allDay} onChange={allDay => change({ allDay })} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <TextField
          label={t.startDay}
          type="date"
          value={draft.firstDay}
          onChange={event => begin(event.target.value, draft.from)}
        />
        {!draft.allDay && (
          <TextField
            label={t.startTime}
            type="time"
            value={draft.from}
            onChange={event => begin(draft.firstDay, event.target.value)}
          />
        )}
        <TextField
          label={t.endDay}
          type="date"
          min={draft.firstDay}
          value={draft.lastDay}
          onChange={event => change({ lastDay: event.target.value })}
        />
        {!draft.allDay && (
          <TextField
            label={t.endTime}
            type="time"
            value={draft.to}
            onChange={event => change({ to: event.target.value })}
          />
        )}
      </div>
      {error ? (
        <p role="alert" className="text-xs text-wrong">
          {error}
        </p>
      ) : (
        !draft.allDay && <p className="text-xs text-ink-faint">{t.zone(draft.zone)}</p>
      )}
    </fieldset>
  )
}

/** Says so while one still chooses the time. */
function Overlap({ draft, own }: { draft: EventDraft; own?: string }) {
  const t = calendarWords.use()
  const from = `${draft.firstDay}T${draft.from}:00`
  const to = `${draft.lastDay}T${draft.to}:00`
  const { data } = useQuery({
    queryKey: ['agenda', 'overlap', from, to, draft.zone],
    queryFn: ({ signal }) =>
      get(
        `/v1/calendar/agenda${query({ since: from, until: to, tz: draft.zone, include_tasks: 'false', limit: 20 })}`,
        signal,
      ),
    enabled: !draft.allDay && faultOf({ ...draft, title: 'x' }) === undefined && from < to,
    retry: false,
  })
  const begins = momentOf(clockAt(draft.firstDay, draft.from), draft.zone)
  const ends = momentOf(clockAt(draft.lastDay, draft.to), draft.zone)
  const others = (data?.items ?? []).filter(
    item => item.id !== own && !item.all_day && Date.parse(item.starts_at) < ends && Date.parse(item.ends_at) > begins,
  )
  if (draft.allDay || others.length === 0) return null
  const said = others.slice(0, 3).map(item => `${item.title} (${timeOf(clockOf(item.starts_at, draft.zone))})`)
  return (
    <Notice look="careful">
      <span className="flex items-center gap-1.5">
        <TriangleAlert aria-hidden className="size-4 shrink-0" /> {t.overlaps(said)}
      </span>
    </Notice>
  )
}
