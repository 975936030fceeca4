export { DEFAULT_SLUG, type Profile } from './presets.ts'
export { activeSlug, findProfile, profileOf } from './profiles.ts'
export { profileRoutes } from './routes.ts'
export { TOOLSETS } from './toolsets.ts'
