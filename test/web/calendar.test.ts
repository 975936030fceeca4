import { afterAll, describe, expect, test } from 'vitest'
import { createTask } from '../../server/features/tasks/index.ts'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { actorOf, theProductDatabase } from '../support/product-database.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'

/** A person plans: makes, moves and removes events, closes tasks, in each of the views. */

const base = baseUrl()
const database = theProductDatabase()
const DAY = 86_400_000
const dayAt = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10)

const event = (person: Person, title: string, day: string, from: string, to: string, more: object = {}) =>
  person.post('/v1/calendar/events', {
    title,
    starts_at: `${day}T${from}:00`,
    ends_at: `${day}T${to}:00`,
    tz: 'UTC',
    ...more,
  })

const agenda = async (person: Person, days = 40) =>
  (await person.get(`/v1/calendar/agenda?tz=UTC&days=${days}`)).body.items

async function planner(): Promise<Person> {
  const person = await aPerson(base)
  await person.put('/v1/settings', { timezone: 'UTC' })
  return person
}

describe.skipIf(!hasBrowser)('the calendar', () => {
  afterAll(async () => {
    await closeBrowser()
    await database?.close()
  })

  test('an empty one says what to do; an event is made, overlaps are said, it is changed and removed', {
    tags: ['long'],
  }, async () => {
    const person = await planner()
    const visitor = await open(base, '/calendar?show=agenda', {}, person)
    const { page } = visitor
    await page.getByText('Nothing planned').waitFor()
    await look(visitor, 'calendar-empty')
    await event(person, 'Dentist', dayAt(1), '10:00', '11:00')
    await page.getByRole('main').getByRole('button', { name: 'New event' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Give it a title.').waitFor()
    await dialog.getByLabel('Title').fill('Call with the builder')
    await dialog.getByLabel('First day').fill(dayAt(1))
    await dialog.getByLabel('Start time').fill('10:30')
    expect(await dialog.getByLabel('Last day').inputValue()).toBe(dayAt(1))
    expect(await dialog.getByLabel('End time').inputValue()).toBe('11:30')
    await dialog.getByText('At the same time: Dentist (10:00)').waitFor()
    await dialog.getByRole('button', { name: 'Add a reminder' }).click()
    await page.getByRole('menuitem', { name: '15 minutes before' }).click()
    await look(visitor, 'calendar-form')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('“Call with the builder” is in the calendar').waitFor()
    expect(await agenda(person)).toMatchObject([
      { title: 'Dentist', conflict: true },
      { title: 'Call with the builder', conflict: true, reminders: [15] },
    ])
    await page.getByRole('button', { name: /10:30.*Call with the builder/ }).click()
    await dialog.getByLabel('Start time').fill('12:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /12:00–13:00.*Call with the builder/ }).waitFor()
    await page.getByRole('button', { name: /Call with the builder/ }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Call with the builder” was deleted').waitFor()
    expect(await agenda(person)).toHaveLength(1)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('button', { name: /12:00–13:00.*Call with the builder/ }).waitFor()
    await visitor.context.close()
  })

  test('a series is made in words, and changed for this one, the later ones, or all', async () => {
    const person = await planner()
    // A Monday of the next month, so that the whole series lies ahead.
    const monday = '2027-03-01'
    const visitor = await open(base, `/calendar?show=month&day=${monday}`, {}, person)
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    await page.locator(`[data-day="${monday}"]`).click()
    await dialog.getByLabel('Title').fill('Planning')
    await dialog.getByLabel('Start time').fill('09:00')
    await dialog.getByLabel('Repeat').selectOption('Every week')
    await dialog.getByRole('button', { name: 'Thu, Thursday', exact: true }).click()
    await dialog.getByLabel('Until', { exact: true }).selectOption('A number of times')
    await dialog.getByLabel('How many times').fill('6')
    await dialog.getByText('Every week on Mondays and Thursdays, 6 times').waitFor()
    await look(visitor, 'calendar-series')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await until(async () => (await page.getByRole('button', { name: /Planning/ }).count()) === 6, 'six of them')
    const lines = async () =>
      (await person.get('/v1/calendar/agenda?tz=UTC&since=2027-03-01T00:00:00&days=40')).body.items.map(
        item => `${item.title} ${item.starts_at.slice(5, 16)}`,
      )

    const change = async (nth: number, title: string, scope: string) => {
      await page
        .getByRole('button', { name: /Planning/ })
        .nth(nth)
        .click()
      await dialog.getByLabel('Title').fill(title)
      await dialog.getByLabel('Start time').fill('10:00')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('It repeats:').waitFor()
      await dialog.getByLabel(scope).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await change(1, 'Once', 'Only this one')
    await page.getByRole('button', { name: /Once/ }).waitFor()
    expect(await lines()).toEqual([
      'Planning 03-01T09:00',
      'Once 03-04T10:00',
      'Planning 03-08T09:00',
      'Planning 03-11T09:00',
      'Planning 03-15T09:00',
      'Planning 03-18T09:00',
    ])
    await change(2, 'Later', 'This and all later ones')
    await until(async () => (await page.getByRole('button', { name: /Later/ }).count()) === 3, 'the later three')
    await change(0, 'Plans', 'All of them')
    await until(async () => (await page.getByRole('button', { name: /Plans/ }).count()) === 2, 'all of the first part')
    expect((await lines()).filter((line: string) => line.startsWith('Plans'))).toEqual([
      'Plans 03-01T10:00',
      'Plans 03-08T10:00',
    ])
    await page.getByRole('button', { name: /Later/ }).last().click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('What should be deleted?').waitFor()
    await picture(visitor, 'calendar-scope')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await until(async () => (await page.getByRole('button', { name: /Later/ }).count()) === 2, 'one less')
    await visitor.context.close()
  })

  test('month and week by keyboard; tasks are overlaid and closed, with the file that they come from', {
    tags: ['long'],
  }, async () => {
    const person = await planner()
    const file = await person.upload('meeting.txt', 'Anna sends the offer by Friday')
    await event(person, 'Stand-up', dayAt(0), '09:00', '09:30', { rrule: 'FREQ=DAILY;COUNT=5' })
    await event(person, 'Review of the quarter', dayAt(0), '09:00', '10:30', { location: 'Room 4' })
    await event(person, 'Fair', dayAt(0), '00:00', '00:00', { all_day: true, ends_at: `${dayAt(2)}T00:00:00` })
    if (database) {
      const actor = await actorOf(person)
      await createTask(database.context, actor, {
        title: 'Send the offer',
        dueAt: new Date(`${dayAt(0)}T15:00:00Z`),
        assignee: 'Anna',
        sourceObjectId: file.id,
      })
      await createTask(database.context, actor, { title: 'Buy paper' })
    }
    const visitor = await open(base, '/calendar', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: /Review of the quarter/ }).waitFor()
    await look(visitor, 'calendar-month')
    await page.keyboard.press('w')
    await page.getByRole('group', { name: 'Hours' }).waitFor()
    await page.getByRole('button', { name: /09:00–10:30, Room 4/ }).waitFor()
    await look(visitor, 'calendar-week')
    const title = () => page.getByRole('main').locator('p[aria-live]').textContent()
    const first = await title()
    await page.keyboard.press('ArrowRight')
    await until(async () => (await title()) !== first, 'the next week')
    await page.keyboard.press('t')
    await until(async () => (await title()) === first, 'this week')
    await page.keyboard.press('m')
    const today = page.locator(`[data-day="${dayAt(0)}"]`)
    await today.focus()
    await page.keyboard.press('ArrowUp')
    await until(
      async () => page.locator(`[data-day="${dayAt(-7)}"]`).evaluate(element => element === document.activeElement),
      'a week up',
    )
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('Title').waitFor()
    await page.keyboard.press('Escape')
    if (database) {
      const tasks = page.getByRole('complementary', { name: 'Tasks' })
      await tasks.getByText('2 open').waitFor()
      await tasks.getByRole('link', { name: 'From meeting.txt' }).click()
      await page.getByRole('dialog').getByText('Anna sends the offer by Friday').waitFor()
      await page.goBack()
      await tasks.getByRole('checkbox', { name: 'Done: Send the offer' }).click()
      await page.getByText('“Send the offer” is done').waitFor()
      await tasks.getByText('1 open').waitFor()
      await tasks.getByRole('button', { name: 'Show what is done' }).click()
      await tasks.getByRole('checkbox', { name: 'Not done: Send the offer' }).waitFor()
    }
    await picture(visitor, 'calendar-tasks')
    await visitor.context.close()
  })

  test('on a phone in Russian, in the dark; a calendar file comes in', { tags: ['long'] }, async () => {
    const person = await planner()
    await event(person, 'Встреча с подрядчиком', dayAt(0), '23:00', '23:30', { location: 'Кухня' })
    await event(person, 'Отпуск', dayAt(1), '00:00', '00:00', { all_day: true, ends_at: `${dayAt(9)}T00:00:00` })
    const long = 'Встреча с архитектором и обеими бригадами о перепланировке второго этажа и лестницы'
    await event(person, long, dayAt(1), '10:00', '11:00')
    const eyes = { width: 390, height: 780, dark: true, language: 'ru', touch: true } as const
    const visitor = await open(base, '/calendar', eyes, person)
    const { page } = visitor
    await page.getByText('Встреча с подрядчиком').waitFor()
    await fits(page)
    // In as many lines as it needs.
    expect(
      await page
        .getByText(long)
        .evaluate(title => [title.scrollHeight - title.clientHeight, title.scrollWidth - title.clientWidth]),
    ).toEqual([0, 0])
    await look(visitor, 'calendar-phone-agenda')
    await page.getByRole('radio', { name: 'Месяц' }).click()
    await page.getByText('Встреча с подрядчиком').waitFor()
    await fits(page)
    await look(visitor, 'calendar-phone-month')
    const ics = (count: number, summary: string) =>
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        ...Array.from({ length: count }, (_, n) => [
          'BEGIN:VEVENT',
          `UID:${count}-${n}@b`,
          `DTSTART:${dayAt(n).replaceAll('-', '')}T120000Z`,
          `SUMMARY:${summary}`,
          'END:VEVENT',
        ]).flat(),
        'END:VCALENDAR',
      ].join('\r\n')
    const choose = async (text: string) => {
      await page.getByRole('main').getByRole('button', { name: 'Ещё' }).click()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('menuitem', { name: /Взять события/ }).click(),
      ])
      await chooser.setFiles([{ name: 'mine.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) }])
    }
    await choose(ics(1, 'Из файла'))
    await page.getByText('1 событие добавлено', { exact: false }).waitFor()
    await page.getByText('Из файла').waitFor()
    // Many come by a task, and the page says how far it is.
    await choose(ics(900, 'Из большого файла'))
    await page.getByText('Добавляем события…', { exact: false }).waitFor()
    await fits(page)
    await page.getByText('900 событий добавлено', { exact: false }).waitFor({ timeout: 120_000 })
    await page.getByText('Из большого файла').first().waitFor()
    expect(await page.getByText('Добавляем события…', { exact: false }).count()).toBe(0)
    await page.getByRole('button', { name: 'Новое событие', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Повтор').selectOption('Каждый месяц')
    await fits(page)
    await look(visitor, 'calendar-phone-form')
    await visitor.context.close()
  })
})
