import { Download, FileSearch, FolderPlus, Inbox, LayoutGrid, List, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { KINDS } from '../../api/shapes.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField, SelectField, Switch, TextArea, TextField } from '../../ui/field.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Badge, Bone, Empty, Failed, Notice, Progress } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { designWords } from './words.ts'

/** Every part of the design language on one page. */

const COLOURS = [
  'ground',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'accent-soft',
  'good',
  'good-soft',
  'careful',
  'careful-soft',
  'wrong',
  'wrong-soft',
]
const SIZES = [
  ['text-xs', 12],
  ['text-sm', 13],
  ['text-base', 14],
  ['text-lg', 16],
  ['text-xl', 20],
  ['text-2xl', 28],
] as const

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-6">
      <h2 className="mb-4 text-xs font-medium text-ink-faint">{title}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  )
}

export function DesignPage() {
  const t = designWords.use()
  const [view, setView] = useState<'list' | 'grid'>('list')
  const [on, setOn] = useState(true)
  const [asking, setAsking] = useState(false)
  return (
    <main className="h-full overflow-auto">
      <div className="mx-auto max-w-4xl px-6 py-8">
        <h1 className="text-2xl font-semibold tracking-tight">{t.title}</h1>
        <p className="mt-1 mb-6 text-ink-soft">{t.text}</p>
        <Part title={t.colours}>
          {COLOURS.map(name => (
            <figure key={name} className="w-24">
              <div className="h-12 rounded border border-line" style={{ background: `var(--${name})` }} />
              <figcaption className="mt-1 text-xs text-ink-soft">{name}</figcaption>
            </figure>
          ))}
        </Part>
        <Part title={t.type}>
          <div className="flex flex-col gap-2">
            {SIZES.map(([name, size]) => (
              <p key={name} className={name}>
                <span className="figures mr-3 inline-block w-6 text-xs text-ink-faint">{size}</span>
                {t.sample}
              </p>
            ))}
          </div>
        </Part>
        <Part title={t.buttons}>
          <Button look="primary" icon={Upload}>
            {t.primary}
          </Button>
          <Button icon={FolderPlus}>{t.plain}</Button>
          <Button look="quiet">{t.quiet}</Button>
          <Button look="wrong">{t.wrong}</Button>
          <Button disabled>{t.disabled}</Button>
          <IconButton icon={Trash2} label={t.iconed} />
          <Segmented
            label={t.choice}
            value={view}
            onChange={setView}
            choices={[
              { value: 'list', text: t.list, icon: List },
              { value: 'grid', text: t.grid, icon: LayoutGrid },
            ]}
          />
          <Menu
            items={() => [
              { text: t.plain, icon: Download, keys: 'D', run: () => {} },
              { kind: 'line' },
              { text: t.wrong, icon: Trash2, wrong: true, run: () => {} },
            ]}
          >
            <Button>{t.menu}</Button>
          </Menu>
          <Button onClick={() => setAsking(true)}>{t.dialog}</Button>
          <Button onClick={() => toast(t.toastText, { action: { text: t.undo, run: () => {} } })}>{t.toast}</Button>
        </Part>
        <Part title={t.fields}>
          <div className="grid w-full gap-4 md:grid-cols-2">
            <TextField label={t.field} hint={t.hint} placeholder={t.placeholder} />
            <TextField label={t.field} error={t.fieldError} defaultValue="…" />
            <PasswordField label={t.password} />
            <SelectField label={t.choice}>
              <option>{t.list}</option>
              <option>{t.grid}</option>
            </SelectField>
            <TextArea label={t.longText} />
            <Switch label={t.switch} hint={t.hint} checked={on} onChange={setOn} />
          </div>
        </Part>
        <Part title={t.marks}>
          <Badge>{t.plain}</Badge>
          <Badge look="good">{t.good}</Badge>
          <Badge look="careful">{t.careful}</Badge>
          <Badge look="wrong">{t.wrong}</Badge>
          <Badge look="accent">{t.chosen}</Badge>
          {KINDS.map(kind => (
            <KindIcon key={kind} kind={kind} className="size-5" />
          ))}
        </Part>
        <Part title={t.states}>
          <div className="grid w-full gap-4 md:grid-cols-2">
            <div className="rounded border border-line">
              <Empty icon={Inbox} title={t.empty} text={t.emptyText}>
                <Button look="primary">{t.primary}</Button>
              </Empty>
            </div>
            <div className="rounded border border-line">
              <Failed error={new Error(t.failed)} onRetry={() => {}} />
            </div>
            <div className="rounded border border-line">
              <Empty icon={FileSearch} title={t.nothing} />
            </div>
            <div className="flex flex-col gap-3 rounded border border-line p-6">
              <Bone className="h-3 w-3/4" />
              <Bone className="h-3 w-1/2" />
              <Progress label={t.states} value={0.6} />
              <Notice look="careful">{t.careful}</Notice>
            </div>
          </div>
        </Part>
      </div>
      {asking && (
        <Dialog
          title={t.dialogTitle}
          text={t.dialogText}
          onClose={() => setAsking(false)}
          actions={
            <Button look="primary" onClick={() => setAsking(false)}>
              {t.primary}
            </Button>
          }
        />
      )}
    </main>
  )
}
