using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Experiments;
using IwTune.Agent.Control.Loops;
using IwTune.Agent.Control.Traffic;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Answers;

/// <summary>The answer to <c>iwtune status</c>.</summary>
internal sealed class StatusAnswer(
    DaemonOptions options,
    SettingsFile settings,
    StateDirectory state,
    Reconciler reconciler,
    HostControl control,
    Experimenting experiments,
    TrafficSight sight,
    ServerLoop server,
    TimeProvider clock
)
{
    private readonly Backend _backend = options.Backend ?? settings.Settings.Backend;
    private readonly DaemonAge _age = new(clock);

    /// <summary>What the daemon enforces, as a clause.</summary>
    public string Summary
    {
        get
        {
            var policy = PolicyName.Of(control.Bundles.Content.Wanted?.Content);
            return $"iwtune {AgentVersion.Text} enforces {policy} from {options.PolicyFile ?? "its server"}, state in {state.Root}";
        }
    }

    /// <summary>What an enrolled host that enforces a policy file must know, as sentences; empty for any other.</summary>
    public string NotFollowed =>
        server.Unfollowed is { } identity
            ? $"This host is enrolled at {identity.Server.Authority}, but its daemon enforces {options.PolicyFile} and does not call the "
                + "server. Start it without --policy to follow the server, or leave with 'iwtune unenroll'."
            : "";

    /// <inheritdoc cref="Daemon.PolicyProblem"/>
    public string PolicyProblem { get; set; } = "";

    public LocalReply Now()
    {
        var latest = control.Reports.Latest;
        return new LocalReply
        {
            // A host that cannot follow its server, or that could not be read or written about, looks as it did when it last could.
            Exit =
                server is { Follows: true, Problem.Length: > 0 } || control.Queue.Trouble.Length > 0 ? ExitCode.Error
                : latest is null ? ExitCode.Fine
                : ExitCode.Of(latest),
            Status = new DaemonStatus
            {
                Version = AgentVersion.Text,
                Pid = Environment.ProcessId,
                Since = _age.Since,
                Now = clock.GetUtcNow(),
                StateDirectory = state.Root,
                PolicyFile = options.PolicyFile,
                PolicyDigest = control.Local.FileDigest,
                Experiment = experiments.Running,
                Server = server.Membership?.Status,
                IdentityProblem = server.Problem,
                ConfirmBy = reconciler.Timer.Due,
                Unsent = server.Membership?.Outbox.Waiting ?? 0,
                Repairs = reconciler.Journal.Repairs,
                Waiting = control.Bundles.Content.Waiting is { } waiting ? PolicyName.Of(waiting.Content) : null,
                Overrides = StandingOverrides(),
                Named = settings.Settings.Fleet is { } named ? $"{named.Server.GetLeftPart(UriPartial.Authority)} ({named.From})" : null,
                Settings = UnusualSettings.Of(settings.Settings),
                Configuration = RunSettings.Of(options.Setup, state, settings, _backend),
                Notes = [.. Notes().Where(note => note.Length > 0)],
            },
            State = latest is null ? null : latest.State with { Decided = control.Reports.Decided },
            Evidence = control.Reports.Measured,
        };
    }

    private IEnumerable<string> Notes()
    {
        if (control.Bundles.Content.Wanted is { Local: false, Held: var held } && held.Expires <= clock.GetUtcNow())
            yield return $"The held bundle expired at {held.Expires:u}. It stays enforced; the server renews it when it is reached.";
        if (control.Reports.Refused is { } refused)
            yield return $"The latest bundle of the server was refused: {refused}. What was enforced before stays.";
        yield return control.Queue.Trouble;
        yield return control.Bundles.NotStored;
        yield return settings.Problem;
        yield return PolicyProblem;
        foreach (var misunderstood in settings.Central.Problems)
            yield return misunderstood;
        yield return OtherServer();
        yield return NotFollowed;
        yield return Resting();
        yield return sight.Problem;
        yield return reconciler.Decisions.Problem;
        if (control.Reports.Rehearsed is { Problem: { Length: > 0 } failed } rehearsed)
            yield return $"The rehearsal of a rollback at {rehearsed.At:u} failed. {failed}";
        foreach (var note in ReportNotes())
            yield return note;
    }

    /// <summary>A rollback by hand ends the file's policy; leaving a fleet does so only until it is read again.</summary>
    private string Resting() =>
        options.PolicyFile is { } file && control.Bundles.Content is { Wanted: null, Rejected: null, Waiting: null }
            ? $"{file} is not enforced since this host left its fleet. The next start of the daemon, or '{HostWords.Here.ReloadDaemon}', "
                + "enforces it again."
            : "";

    private string OtherServer() =>
        server.Membership is { } here && settings.Settings.Fleet is { } fleet && fleet.Server != here.Identity.Server
            ? $"This host belongs to {here.Identity.Server.Authority}, but {fleet.From} names {fleet.Server.Authority}. "
                + "'iwtune unenroll', then 'iwtune enroll --token T' moves it."
            : "";

    private IEnumerable<string> ReportNotes()
    {
        if (server.Membership is not { } here)
            yield break;
        yield return here.Reporter.Problem;
        if (here.Outbox.Refused is > 0 and var refused)
            yield return $"{refused} report lines were not kept because the outbox was full.";
        if (here is { CheckIns.Problem: "", Shipper.Problem: { Length: > 0 } unsent })
            yield return $"Reports are not taken: {unsent}";
    }

    private IReadOnlyList<LocalOverride> StandingOverrides()
    {
        try
        {
            return Overrides.Read(state);
        }
        catch (StateUnusableException)
        {
            return []; // the veto in every target's reason says why
        }
    }
}
