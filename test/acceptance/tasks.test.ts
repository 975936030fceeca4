import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTask } from '../../server/features/tasks/index.ts'
import { aPerson, type Person } from '../support/client.ts'
import { actorOf, theProductDatabase } from '../support/product-database.ts'

/** No call makes a task: the use case is run on the database of the server under test. */
const database = theProductDatabase()

describe.skipIf(!database)('tasks', () => {
  // The body is run also where the tests are skipped.
  const { context, close } = database ?? ({} as NonNullable<typeof database>)
  let anna: Person

  beforeAll(async () => {
    anna = await aPerson()
    await anna.put('/v1/settings', { timezone: 'Europe/Moscow' })
  })
  afterAll(() => close())

  const give = async (person: Person, task: Parameters<typeof createTask>[2], unlocked = false) =>
    createTask(context, { ...(await actorOf(person)), unlocked }, task)

  test('are listed with counters over all of them, due in the zone of their owner', async () => {
    await give(anna, { title: 'late', dueAt: new Date('2020-01-01T10:00:00Z'), assignee: 'Пётр' })
    await give(anna, { title: 'some day' })
    await give(anna, { title: 'later', dueAt: new Date('2099-07-01T10:00:00Z') })
    const { body } = await anna.get('/v1/tasks?limit=1')
    expect(body).toMatchObject({ open: 3, overdue: 1 })
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        number: 1,
        title: 'late',
        status: 'open',
        assignee: 'Пётр',
        due_at: '2020-01-01T13:00:00+03:00',
        done_at: null,
        overdue: true,
        source_object_id: null,
        source_char_start: null,
        source_char_end: null,
        source_start_s: null,
        made_from: 'owner',
      },
    ])
    const all = (await anna.get('/v1/tasks')).body.items
    expect(all.map(task => task.title)).toEqual(['late', 'later', 'some day'])
    expect((await anna.post('/v1/tasks', { title: 'mine' })).status).toBe(405)
    expect((await anna.get('/v1/tasks?status=lost')).status).toBe(422)
    expect((await anna.get('/v1/tasks?limit=201')).status).toBe(422)
  })

  test('are closed, reopened and changed', async () => {
    const bob = await aPerson()
    const { id } = await give(bob, { title: 'x' })
    const done = (await bob.patch(`/v1/tasks/${id}`, { status: 'done' })).body
    expect(done).toMatchObject({ status: 'done', done_at: expect.any(String), overdue: false })
    expect((await bob.patch(`/v1/tasks/${id}`, { status: 'done' })).body.done_at).toBe(done.done_at)
    expect((await bob.get('/v1/tasks')).body).toMatchObject({ items: [], open: 0 })
    expect((await bob.get('/v1/tasks?status=done')).body.items.length).toBe(1)
    const open = await bob.patch(`/v1/tasks/${id}`, { status: 'open', title: 'y', due_at: '2027-01-01T00:00:00Z' })
    expect(open.body).toMatchObject({ status: 'open', done_at: null, title: 'y', due_at: '2027-01-01T00:00:00+00:00' })
    expect((await bob.patch(`/v1/tasks/${id}`, { due_at: null })).body.due_at).toBeNull()
    expect((await bob.patch(`/v1/tasks/${id}`, { status: 'lost' })).status).toBe(422)
    expect((await anna.patch(`/v1/tasks/${id}`, { status: 'done' })).status).toBe(404)
  })

  test('are numbered without gaps or twins', async () => {
    const bob = await aPerson()
    const actor = await actorOf(bob)
    const made = await Promise.all([...Array(20).keys()].map(n => createTask(context, actor, { title: `t${n}` })))
    expect(made.map(task => task.number).sort((a, b) => a - b)).toEqual([...Array(20).keys()].map(n => n + 1))
  })

  test('are hidden with their source, and never show one that is in the trash', async () => {
    const bob = await aPerson()
    const file = await bob.upload('meeting.txt', 'we meet')
    const { id } = await give(bob, { title: 'from the meeting', sourceObjectId: file.id })
    const source = async (person: Person) =>
      (await person.get('/v1/tasks')).body.items.find(task => task.id === id)!.source_object_id
    expect(await source(bob)).toBe(file.id)
    await bob.patch(`/v1/objects/${file.id}`, { is_hidden: true })
    expect((await bob.get('/v1/tasks')).body).toEqual({ items: [], open: 0, overdue: 0 })
    expect((await bob.patch(`/v1/tasks/${id}`, { title: 'still' })).status).toBe(404)
    const { body } = await bob.post('/v1/hidden-pin/unlock')
    const open = bob.with({ 'x-hidden-token': body.hidden_token })
    expect(await source(open)).toBe(file.id)
    await open.patch(`/v1/objects/${file.id}`, { is_hidden: false })
    await bob.delete(`/v1/objects/${file.id}`)
    expect(await source(bob)).toBeNull()
    await bob.delete(`/v1/objects/${file.id}/permanent`)
    expect((await bob.get('/v1/tasks')).body.items).toMatchObject([{ id, source_object_id: null }])
    const hers = await anna.upload('hers.txt')
    await expect(give(bob, { title: 'x', sourceObjectId: hers.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('stand in the agenda as lines of their own, open ones only', async () => {
    const bob = await aPerson()
    await bob.put('/v1/settings', { timezone: 'Europe/Moscow' })
    const task = await give(bob, { title: 'report', dueAt: new Date('2027-02-01T20:00:00Z') })
    await give(bob, { title: 'no date' })
    const query = '/v1/calendar/agenda?since=2027-02-01T00:00:00Z&days=3&tz=Asia/Tokyo'
    const { body } = await bob.get(query)
    const due = '2027-02-01T23:00:00+03:00'
    expect(body.items).toMatchObject([
      {
        id: task.id,
        kind: 'task',
        starts_at: due,
        ends_at: due,
        occurrence_at: due,
        day: '2027-02-02',
        conflict: false,
        task: { id: task.id, number: 1, due_at: due, overdue: false, status: 'open' },
      },
    ])
    expect(body.upcoming).toBe(1)
    expect((await bob.get(`${query}&include_tasks=false`)).body).toMatchObject({
      items: [],
      upcoming: 0,
      truncated: false,
    })
    await bob.patch(`/v1/tasks/${task.id}`, { status: 'done' })
    expect((await bob.get(query)).body.items).toEqual([])
  })
})
