/** The target to which an account is connected. */
export interface ConnectTarget {
  readonly workspaceId: string;
  /** The type of the resulting credentials. */
  readonly type: string;
  /** The credentials whose account is replaced; absent for new credentials. */
  readonly credentialsId?: string | undefined;
}
