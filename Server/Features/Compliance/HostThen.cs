using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>A member at an instant, as the store recorded it.</summary>
internal sealed class HostThen : ISelectable
{
    private KeptIdentity? _kept;
    private HostIdentity? _present;

    public string Id { get; init; } = "";
    public long EnrolledAt { get; init; }
    public long? RetiredAt { get; init; }
    public string Identity { get; init; } = "";

    /// <summary><see langword="null"/> before the first judgement.</summary>
    public Verdict? Verdict { get; init; }

    public string? Reason { get; init; }
    public long? Since { get; init; }
    public string? Policy { get; init; }
    public long? Revision { get; init; }
    public string? Digest { get; init; }
    public string? Exception { get; init; }
    public string? Controls { get; init; }

    public KeptIdentity Kept => _kept ??= KeptIdentity.Read(Id, Identity);

    /// <summary>What selectors see of it.</summary>
    public HostIdentity Host => _present ?? Kept.Host;

    public HostPlace Place => HostPlace.Of(Host);

    /// <summary>A host that was not judged yet had enrolled and was not seen.</summary>
    public Verdict Judged => Verdict ?? Shared.Compliance.Verdict.NeverSeen;

    /// <summary>The results of the controls; <see langword="null"/> when none were recorded.</summary>
    public IReadOnlyDictionary<string, ControlResult>? Results => new ControlResults(Controls ?? "").ById();

    public bool Silent => Judged is Shared.Compliance.Verdict.NeverSeen or Shared.Compliance.Verdict.Stale;

    /// <summary>Whether it had not reported, while an exception was its verdict.</summary>
    public bool SilentExcepted => IsSilentExcepted(Judged, Controls ?? "");

    /// <summary>The verdict of an excepted host does not say that it is silent; the control of reports does.</summary>
    public static bool IsSilentExcepted(Verdict verdict, string controls) =>
        verdict == Shared.Compliance.Verdict.Excepted && new ControlResults(controls).Find(BuiltInControls.OnTime) == ControlResult.Fail;

    public bool IsMember(long at) => EnrolledAt <= at && (RetiredAt is null || RetiredAt > at);

    public string Why => Reason ?? ComplianceEvaluator.NotCheckedIn;

    public bool Has(string key, SelectorValue value) =>
        key switch
        {
            SelectorKeys.State => value.Holds(Judged.ToString()),
            SelectorKeys.Policy => !string.IsNullOrEmpty(Policy) && value.Holds(Policy),
            SelectorKeys.Fails => new ControlResults(Controls ?? "").AnyFails(value),
            _ => Host.Has(key, value),
        };

    /// <summary>It is a member still, and asked for as it is now: what is in memory spares the text of each host from being read.</summary>
    public void IsNow(HostIdentity present) => _present = present;

    public ComplianceHost View() =>
        new()
        {
            Id = Id,
            Name = Kept.Host.Name,
            Os = Kept.Host.Os,
            OsName = Kept.OsName,
            Kernel = Kept.Host.Kernel,
            AgentVersion = Kept.Agent,
            Labels = Kept.Host.Labels,
            Verdict = Judged,
            Reason = Why,
            Since = Clock.At(Since ?? EnrolledAt),
            Policy = string.IsNullOrEmpty(Policy) ? null : Policy,
            Revision = (int?)Revision,
            Digest = string.IsNullOrEmpty(Digest) ? null : Digest,
            Exception = string.IsNullOrEmpty(Exception) ? null : Exception,
            Enrolled = Clock.At(EnrolledAt),
            Controls = Results,
        };
}
