import { type Actor, type Db, inTransaction, type Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { DEFAULT_SLUG, ICONS, PRESETS, type Profile } from './presets.ts'
import * as queries from './queries.ts'
import { TOOLSETS } from './toolsets.ts'

type Changing = Needs<'db' | 'signals'>

export const CUSTOM_LIMIT = 20

const builtIn = (actor: Pick<Actor, 'language'>): Profile[] =>
  PRESETS.map(({ slug, name, description, icon, toolsets }) => ({
    slug,
    name: name[actor.language],
    description: description[actor.language],
    icon,
    instructions: '',
    toolsets,
    model: '',
    is_custom: false,
  }))

export async function profilesOf(db: Db, actor: Actor): Promise<Profile[]> {
  return [
    ...builtIn(actor),
    ...(await queries.customProfiles(db, actor)).map(profile => ({ ...profile, is_custom: true })),
  ]
}

export async function findProfile(db: Db, actor: Actor, slug: string): Promise<Profile> {
  const known = builtIn(actor).find(profile => profile.slug === slug)
  if (known) return known
  const own = await queries.customProfile(db, actor, slug)
  if (!own) throw notFound('profile')
  return { ...own, is_custom: true }
}

/** For a run: a role that has gone meanwhile is the default one. */
export const profileOf = (db: Db, actor: Actor, slug: string): Promise<Profile> =>
  findProfile(db, actor, slug).catch(() => findProfile(db, actor, DEFAULT_SLUG))

export async function activeSlug(db: Db, actor: Actor): Promise<string> {
  return (await queries.chosenSlug(db, actor)) ?? DEFAULT_SLUG
}

export async function activate(
  context: Changing,
  actor: Actor,
  slug: string,
): Promise<{ active: string; name: string }> {
  return inTransaction(context, async tx => {
    await queries.lockProfiles(tx.db, actor)
    const profile = await findProfile(tx.db, actor, slug)
    await queries.chooseSlug(tx.db, actor, slug)
    return { active: slug, name: profile.name }
  })
}

const taken = () =>
  new AppError('conflict', 'slug_taken', {
    en: 'There is a role with this slug already. Choose another.',
    ru: 'Роль с таким slug уже есть. Выберите другой.',
  })

const tooMany = () =>
  new AppError('conflict', 'too_many_profiles', {
    en: `At most ${CUSTOM_LIMIT} roles of one's own. Remove one first.`,
    ru: `Своих ролей не больше ${CUSTOM_LIMIT}. Сначала удалите лишнюю.`,
  })

const fixed = () =>
  new AppError('conflict', 'built_in_profile', {
    en: 'This role comes with the service and cannot be changed. Make your own from it.',
    ru: 'Эта роль встроена в сервис, изменить её нельзя. Создайте на её основе свою.',
  })

const isBuiltIn = (slug: string) => PRESETS.some(preset => preset.slug === slug)

export async function createProfile(
  context: Changing,
  actor: Actor,
  profile: Omit<Profile, 'is_custom'>,
): Promise<Profile> {
  if (isBuiltIn(profile.slug)) throw taken()
  return inTransaction(context, async tx => {
    await queries.lockProfiles(tx.db, actor)
    if ((await queries.customProfiles(tx.db, actor)).length >= CUSTOM_LIMIT) throw tooMany()
    const made = await queries.insertProfile(tx.db, actor, profile)
    if (!made) throw taken()
    return { ...made, is_custom: true }
  })
}

export async function editProfile(
  context: Changing,
  actor: Actor,
  slug: string,
  change: Partial<Omit<Profile, 'is_custom' | 'slug'>>,
): Promise<Profile> {
  if (isBuiltIn(slug)) throw fixed()
  const changed = await queries.updateProfile(context.db, actor, slug, change)
  if (!changed) throw notFound('profile')
  return { ...changed, is_custom: true }
}

export async function deleteProfile(context: Changing, actor: Actor, slug: string): Promise<void> {
  if (isBuiltIn(slug)) throw fixed()
  if (!(await queries.removeProfile(context.db, actor, slug))) throw notFound('profile')
}

export async function catalog(context: Needs<'db'>, actor: Actor) {
  const items = await profilesOf(context.db, actor)
  const own = items.filter(profile => profile.is_custom).length
  return {
    items,
    active: await activeSlug(context.db, actor),
    can_create_custom: own < CUSTOM_LIMIT,
    custom_limit: CUSTOM_LIMIT,
    icons: ICONS,
    presets: builtIn(actor).map(({ slug, name, description, icon, toolsets }) => ({
      slug,
      name,
      description,
      icon,
      toolsets,
    })),
    toolsets: TOOLSETS.map(({ slug, name, description, tools }) => ({
      slug,
      name: name[actor.language],
      description: description[actor.language],
      tools,
    })),
  }
}
