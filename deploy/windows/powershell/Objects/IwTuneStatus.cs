using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell;

/// <summary>What the agent on this host does.</summary>
public sealed class IwTuneStatus
{
    internal IwTuneStatus(int exitCode, StatusAnswer from)
    {
        Policy = from.State?.Policy;
        Revision = from.State?.Revision;
        Phase = from.State?.Phase ?? "None";
        InDesiredState = exitCode == 0;
        Reason = from.State?.Reason ?? "";
        Server = from.Daemon.Server?.Url;
        HostId = from.Daemon.Server?.HostId;
        LastContact = Answer.Time(from.Daemon.Server?.LastContact);
        Problem = from.Daemon.Server?.Problem ?? "";
        PolicyFile = from.Daemon.PolicyFile;
        ConfirmBy = Answer.Time(from.Daemon.ConfirmBy);
        Version = from.Daemon.Version;
        ProcessId = from.Daemon.Pid;
        Since = Answer.Time(from.Daemon.Since);
        StateDirectory = from.Daemon.StateDirectory;
        Notes = from.Daemon.Notes;
    }

    /// <summary>The policy in force; null when none is.</summary>
    public string? Policy { get; }

    /// <summary>Its revision; null for a policy from a file.</summary>
    public int? Revision { get; }

    /// <summary>Applied, AwaitingConfirm, Failed, PutBack, Audited or None.</summary>
    public string Phase { get; }

    /// <summary>True when this host complies with the policy.</summary>
    public bool InDesiredState { get; }

    /// <summary>The reason of the phase; empty when the phase says all.</summary>
    public string Reason { get; }

    /// <summary>Its server; null outside a fleet.</summary>
    public string? Server { get; }

    /// <summary>This host's id there.</summary>
    public string? HostId { get; }

    /// <summary>When the server last answered; null for never since the agent started.</summary>
    public DateTimeOffset? LastContact { get; }

    /// <summary>Why the server cannot be reached; empty when it can.</summary>
    public string Problem { get; }

    /// <summary>The file it enforces; null when policies come from a server.</summary>
    public string? PolicyFile { get; }

    /// <summary>When everything is restored unless the change is confirmed; null when nothing waits.</summary>
    public DateTimeOffset? ConfirmBy { get; }

    /// <summary>The version of the running agent.</summary>
    public string Version { get; }

    /// <summary>Its process.</summary>
    public int ProcessId { get; }

    /// <summary>When it started.</summary>
    public DateTimeOffset? Since { get; }

    /// <summary>Where it remembers.</summary>
    public string StateDirectory { get; }

    /// <summary>What else to know.</summary>
    public string[] Notes { get; }
}
