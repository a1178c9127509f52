namespace IwTune.Shared.Compliance.Controls;

/// <summary>The controls of IwTune.</summary>
public static class BuiltInControls
{
    /// <summary>Number of the control that rests on measured windows.</summary>
    public const int Effective = 2;

    /// <summary>Number of the control that rests on reported connections.</summary>
    public const int Monitored = 8;

    /// <summary>Number of the control that rests on when the server heard the host.</summary>
    public const int OnTime = 9;

    /// <summary>Number of the control that rests on the exception that was in force.</summary>
    public const int Approved = 10;

    /// <summary>Number of the control that rests on the agents that were available.</summary>
    public const int Current = 12;

    /// <summary>By number. To add one: its rule in <see cref="ControlRules"/>, a line here, and its clauses in standards.json.</summary>
    public static IReadOnlyList<Control> All { get; } =
    [
        new(
            1,
            "Windows as required",
            "Every window that the policy requires is configured on the host.",
            "Read the reason in the host's row. 'iwtune verify' on the host shows each difference.",
            ControlRules.Configured
        ),
        new(
            Effective,
            "Windows in effect",
            "New connections start with the window that the policy requires.",
            "The host's page shows which limit decides the window: the peer, a buffer, or a program in the kernel. 'iwtune doctor' on the "
                + "host finds settings that limit it.",
            ControlRules.Effective
        ),
        new(
            3,
            "No foreign change",
            "No other program or person has changed a required window in the last 24 hours.",
            "The host's history names the program that changed the window. Remove the setting there, or change the policy.",
            ControlRules.Undisturbed
        ),
        new(
            4,
            "Within the limits",
            "No required window that is configured exceeds the limits of the host or the bounds of its policy.",
            "Lower the policy's window, or raise the limit in the host's limits file.",
            ControlRules.WithinLimits
        ),
        new(
            5,
            "Revision in time",
            "The host accepts a required revision within 24 hours.",
            "Check that the agent runs and reaches the server ('iwtune doctor' on the host), and whether a hold keeps the revision back.",
            ControlRules.InTime
        ),
        new(
            6,
            "Policy enforced",
            "The host enforces its policy and does not only observe.",
            "Set 'mode: enforce' in the policy and in the host's agent settings.",
            ControlRules.Enforced
        ),
        new(
            7,
            "Change can be rolled back",
            "The agent holds the former value of every window that it has set.",
            "Apply the policy again. 'iwtune explain-rollback' on the host shows what a rollback restores.",
            ControlRules.Restorable
        ),
        new(
            Monitored,
            "Large windows monitored",
            "Where more than 3 segments are required, the host has reported connections with their losses in the last 24 hours "
                + "(RFC 6928 section 12).",
            "'iwtune traffic' on the host shows what the agent counts, or why it cannot. A host without any connection fails too.",
            ControlRules.Monitored
        ),
        new(
            OnTime,
            "Reports on time",
            "The host reports to the server without long silences.",
            "Check that the host runs and reaches the server. Retire a host that no longer exists.",
            ControlRules.Reporting
        ),
        new(
            Approved,
            "Exceptions approved",
            "An exception of the host is approved by another person than its author within 24 hours.",
            "Ask an approver: 'iwtune fleet exceptions approve', or the console's page Exceptions. Or end the exception.",
            ControlRules.Approved
        ),
        new(
            11,
            "Signature verified",
            "The host has a bundle whose signature its agent verified and which has not expired.",
            "Check that the agent reaches the server, which renews a bundle at half its life ('iwtune doctor' on the host). The host's "
                + "history says why a bundle was refused.",
            ControlRules.Signed
        ),
        new(
            Current,
            "Agent current",
            "No newer agent than the host's has been available for more than 30 days.",
            "Upgrade the agent. 'iwtune fleet agents' shows which hosts have an older one, and suggests an order.",
            ControlRules.Current
        ),
        new(
            13,
            "Rollback rehearsed",
            "In the last 35 days, the agent has restored a scratch route byte for byte after setting its window.",
            "'iwtune rollback --rehearse' on the host says what goes wrong. Agents before this control rehearse nothing: upgrade them.",
            ControlRules.Rehearsed
        ),
    ];

    /// <summary>The results of a host. Pure: no clock, no storage.</summary>
    public static ControlResults Judge(ComplianceCase given) => ControlResults.Of(All.Select(one => (one.Number, one.Judge(given))));

    /// <summary>
    /// The first instant after <see cref="ComplianceCase.Now"/> at which a result may differ without a new report, silence left aside;
    /// <see langword="null"/> when there is none.
    /// </summary>
    public static DateTimeOffset? Turn(ComplianceCase given)
    {
        DateTimeOffset?[] turns =
        [
            given.RequiredSince + ControlRules.Deadline,
            given.WatchedUntil + ControlRules.WatchedFor,
            given.Exception?.Granted + ControlRules.Deadline,
            ControlRules.Held(given)?.Expires,
            given.NewerAgentSince + ControlRules.Upgrading,
            FarInstant.After(given.State?.Rehearsed?.At ?? given.RequiredSince, ControlRules.Rehearsing),
        ];
        return turns.Select(turn => FarInstant.After(turn, TimeSpan.FromMilliseconds(1))).Where(turn => turn > given.Now).Min();
    }
}
