import { serve } from '../pool/child.ts'
import { describe } from './describe.ts'

/** Lives in a process of its own: its dictionaries are large and its work is long. */
serve(describe, { grownMb: 700 })
