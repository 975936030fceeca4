import { z } from 'zod'
import { job } from '../../../jobs/declare.ts'

/** Derives anew what lies below folders of this owner that were hidden, shown or moved. */
export const settleFolders = job('folders.settle', z.object({}))
