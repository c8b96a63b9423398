import { Args, ArgsType, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { hideSecrets } from '../../checks/hideSecrets.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { AuditEntry, AuditEntryConnection } from '../../schema/auditEntry.js';
import { AuditKind } from '../../schema/enums.js';
import { NullableField } from '../../schema/field.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { DateTime, Json } from '../../schema/scalars.js';
import { User } from '../../schema/user.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../findFor.js';
import { loadOrdered, orderOf } from '../orderedPage.js';
import { NewestFirstArgs, connectionFrom, positionInCursor, sliceOf } from '../pageArgs.js';

@ArgsType()
class AuditLogArgs extends NewestFirstArgs {
  @NullableField(() => ID, 'Only what this person did.') actorId?: string | null;
  @NullableField(() => AuditKind, 'Only things of this kind.') kind?: AuditKind | null;
  @NullableField(() => ID, 'Only the thing with this id.') subjectId?: string | null;
  @NullableField(() => DateTime, 'Not before this instant.') from?: Date | null;
  @NullableField(() => DateTime, 'Before this instant.') until?: Date | null;
}

/** The audit log of a workspace. */
@Resolver(() => Workspace)
export class WorkspaceAuditLog {
  @Costs(STATEMENT)
  @FieldResolver(() => AuditEntryConnection, {
    nullable: true,
    description:
      'Who did what to its things, with values before and after; for admins. Kept as long as the server keeps it (`AUDIT_LOG_DAYS`).',
  })
  async auditLog(
    @Root() { id }: Workspace,
    @Args(() => AuditLogArgs) { orderBy, ...args }: AuditLogArgs,
    @Ctx() context: Context,
  ): Promise<AuditEntryConnection> {
    if (!(await findWorkspaceFor(context, id, 'administer'))) {
      throw new Failure('FORBIDDEN', 'Only an admin of the workspace may read this');
    }
    const { actorId, kind, subjectId, from, until } = args;
    const filter = {
      ...{ actorId: actorId ?? undefined, kind: kind ?? undefined },
      ...{ subjectId: subjectId ?? undefined, from: from ?? undefined, until: until ?? undefined },
    };
    const page = await loadOrdered(orderOf(orderBy), sliceOf(args, positionInCursor), (slice) =>
      context.loaders().auditEntries.load({ of: id, query: { ...filter, slice } }),
    );
    return connectionFrom(page, ({ position }) => position);
  }
}

/** The fields of an entry that are not columns. Only admins of its workspace can load an entry. */
@Resolver(() => AuditEntry)
export class AuditEntryFields {
  @FieldResolver(() => ID, { description: 'Names the entry for as long as it exists.' })
  entryId(@Root() { position }: AuditEntry): string {
    return `aud_${position}`;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who did it; null once they are gone.',
  })
  async actor(@Root() { actorId }: AuditEntry, @Ctx() context: Context): Promise<User | null> {
    return actorId === null ? null : ((await context.loaders().user.load(actorId)) ?? null);
  }

  @FieldResolver(() => Json, {
    nullable: true,
    description:
      'What changed of it, as it was before; null for what is new. A long value is cut to 500 characters of JSON, and secrets are hidden.',
  })
  before(@Root() { before }: AuditEntry): unknown {
    return hideSecrets(before);
  }

  @FieldResolver(() => Json, {
    nullable: true,
    description: 'The same as it was afterwards; null for what is gone.',
  })
  after(@Root() { after }: AuditEntry): unknown {
    return hideSecrets(after);
  }

  @FieldResolver(() => String, { nullable: true, description: 'What it was called at that time.' })
  subjectName(@Root() { subjectName }: AuditEntry): unknown {
    return hideSecrets(subjectName);
  }
}
