namespace IwTune.Shared.Fleet.Access;

/// <summary>What one call or page needs. As few as carry a meaning of their own; roles are sets of them.</summary>
public enum Permission
{
    /// <summary>The caller's own identity, grants, sessions and personal tokens. Every role has it.</summary>
    Own,

    /// <summary>The console. A role without it calls the API alone.</summary>
    Console,

    /// <summary>Hosts and whatever is known of them: states, verdicts, policies, rollouts, exceptions, impact.</summary>
    HostsRead,

    /// <summary>A host's labels, its leave, and views of hosts for everyone.</summary>
    HostsWrite,

    /// <summary>Publish, roll back, assign and remove policies.</summary>
    PoliciesPublish,

    /// <summary>Plan rollouts and steer them: pause, resume, promote, abort, roll back.</summary>
    RolloutsStart,

    /// <summary>Say yes to another person's plan or exception.</summary>
    RolloutsApprove,

    /// <summary>Times in which nothing starts, for the whole fleet.</summary>
    FreezesWrite,

    /// <summary>Hold hosts and release them.</summary>
    HoldsWrite,

    /// <summary>Take hosts out of judgement for a while.</summary>
    ExceptionsWrite,

    /// <summary>Attach captures of bytes over time, and remove them.</summary>
    CapturesWrite,

    /// <summary>The audit log and how far it is signed.</summary>
    AuditRead,

    /// <summary>Evidence in files: signed compliance exports, copies of the audit log.</summary>
    Export,

    /// <summary>Exports of the whole fleet that the server makes and keeps: schedules, runs, their legal holds and reader links.</summary>
    Runs,

    /// <summary>Make signed statements about compliance runs.</summary>
    Attest,

    /// <summary>Decide about hosts that enrol: approval, copies, new secrets.</summary>
    HostsEnrol,

    /// <summary>Make and revoke enrolment tokens; for some hosts only, those whose labels put every host that enrols among these.</summary>
    TokensEnrol,

    /// <summary>Look at users, at other people's tokens and at the server's settings; never at secrets.</summary>
    AccessRead,

    /// <summary>Make and revoke service tokens, and revoke those of other people.</summary>
    TokensManage,

    /// <summary>Add, change, lock and remove users.</summary>
    UsersManage,

    /// <summary>Provision people and groups of the identity provider by SCIM; never local accounts, never the group map.</summary>
    UsersProvision,

    /// <summary>The server's own settings: webhooks, retention, legal holds.</summary>
    ServerManage,
}
