import { register } from 'node:module'

register('./older-node.mjs', import.meta.url)
