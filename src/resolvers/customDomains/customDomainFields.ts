import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { DnsRecord, RECORDS } from '../../schema/dnsRecord.js';
import { Holds } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { recordsOf } from '../../storage/domainProof.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The fields of a domain that are not columns. */
@Resolver(() => CustomDomain)
export class CustomDomainFields {
  @Holds(2)
  @FieldResolver(() => [DnsRecord], { description: RECORDS })
  records(@Root() domain: CustomDomain, @Ctx() { publicUrl }: Context): readonly DnsRecord[] {
    return recordsOf(domain, publicUrl);
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: CustomDomain,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }
}
