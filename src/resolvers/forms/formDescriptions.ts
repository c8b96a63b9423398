import { unhurried } from '../../eventLoop/steps.js';
import {
  describeForms,
  type FormDescriptions,
  servedForms,
} from '../../schema/formDescriptions.js';

let made: Promise<FormDescriptions> | undefined;

/** What forms are drawn from; made once, when somebody first asks for it. */
export async function formDescriptions(): Promise<FormDescriptions> {
  made ??= unhurried(describeForms());
  return made;
}

/** The descriptions by the names under which they are served. */
export async function makeForms(): Promise<ReadonlyMap<string, object>> {
  return servedForms(await formDescriptions());
}
