using System.Runtime.CompilerServices;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;
using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Impact;

/// <summary>The effect of a change on every host, before it is made: from its facts and its last report, not from a guess.</summary>
public sealed class ImpactPreview(
    Database database,
    Requirements requirements,
    SeenHosts hosts,
    Situations situations,
    ServerOptions options,
    TimeProvider clock
)
{
    private static readonly HostState Nothing = new() { Phase = BundlePhase.None, StateHash = "" },
        NotHeard = Nothing with { Reason = "no report received" };
    private static readonly ConditionalWeakTable<HoldPin, HostForecast> Held = [];

    // One object for each, so that equal hosts are counted by it.
    private static readonly HostForecast NeverSeen = HostForecast.Unknown("never seen", ProspectCause.NeverSeen),
        Stale = HostForecast.Unknown("stale", ProspectCause.Stale),
        Silent = HostForecast.Unknown("has not reported yet"),
        Outdated = HostForecast.Unknown("has changed since its last report"),
        NoRelease = HostForecast.Unknown("does not report its Windows release");

    private sealed record Moved(FleetHost Host, Requirement From, Requirement To, HoldPin? Pin);

    /// <summary>Against what is required now.</summary>
    public Task<ImpactReport> OfAsync(ProposedChange change, CancellationToken ct) => OfAsync(requirements.Current, change, ct);

    /// <summary>Against a set that the caller has already.</summary>
    internal async Task<ImpactReport> OfAsync(RequirementSet before, ProposedChange change, CancellationToken ct)
    {
        var moved = MovedBy(before, change);
        var known = await situations.OfAsync([.. moved.Select(one => one.Host.Id)], ct);
        var releases = moved.Any(one => one.Host.Identity.IsWindows) ? await ReleasesAsync(ct) : [];
        var forecasts = new Dictionary<(string Digest, HostState State, WindowsRelease? Release), HostForecast>();
        var rows = new List<HostImpact>(moved.Count);
        var counting = new ImpactCounting();
        foreach (
            var one in moved
                .OrderBy(one => one.Host.Identity.Name, StringComparer.Ordinal)
                .ThenBy(one => one.Host.Id, StringComparer.Ordinal)
        )
        {
            var forecast = Of(one, known.GetValueOrDefault(one.Host.Id), releases, forecasts);
            counting.Add(forecast);
            rows.Add(Row(one, forecast));
        }
        return new(hosts.Count, rows, counting.Outcomes(), counting.Exclusions());
    }

    /// <summary>The number of hosts that it changes, without what it would do on each.</summary>
    internal int Affected(RequirementSet before, ProposedChange change) =>
        MovedBy(before, change).Count(one => one.Pin is null && Of(one.From) != Of(one.To));

    private List<Moved> MovedBy(RequirementSet before, ProposedChange change)
    {
        var after = before.With(change);
        var moved = new List<Moved>();
        foreach (var host in hosts.All)
        {
            var identity = change.Relabel.TryGetValue(host.Id, out var labels) ? host.Identity with { Labels = labels } : host.Identity;
            // A host that is held at the server counts all the same: it is shown as held, not left out.
            var now = host.Required(before);
            var (free, to) = (now.Otherwise ?? now, after.Unheld(identity));
            if (free.Digest != to.Digest)
                moved.Add(new(host, now, to, after.PinOf(host.Id)));
        }
        return moved;
    }

    private HostForecast Of(
        Moved one,
        Situation? situation,
        Dictionary<string, WindowsRelease?> releases,
        Dictionary<(string, HostState, WindowsRelease?), HostForecast> forecasts
    )
    {
        WindowsRelease? release = null;
        if (one.Pin is { } pin)
            return Held.GetValue(pin, pinned => new(Prospect.Held, pinned.Hold.ToString(), [], []));
        if (one.Host.Identity.IsWindows && (release = releases.GetValueOrDefault(one.Host.Id)) is null)
            return NoRelease;
        if (Unheard(one.Host, situation) is { } unheard)
            return release is { } known ? ByRelease(one.To, known, forecasts) ?? unheard : unheard;
        var state = situation?.State ?? Nothing;
        if (!forecasts.TryGetValue((one.To.Digest, state, release), out var forecast))
            forecasts.Add(
                (one.To.Digest, state, release),
                forecast = Forecast.Of(
                    new()
                    {
                        Content = one.To.Content,
                        State = state,
                        Release = release,
                    }
                )
            );
        return forecast;
    }

    /// <summary>Made once for a content and a release, so that it is counted as one.</summary>
    private static HostForecast? ByRelease(
        Requirement to,
        WindowsRelease release,
        Dictionary<(string, HostState, WindowsRelease?), HostForecast> forecasts
    )
    {
        var key = (to.Digest, NotHeard, (WindowsRelease?)release);
        if (!forecasts.TryGetValue(key, out var forecast) && (forecast = Forecast.ByRelease(to.Content, release)) is not null)
            forecasts.Add(key, forecast);
        return forecast;
    }

    private HostForecast? Unheard(FleetHost host, Situation? situation) =>
        host.Presence.SeenAt == 0 ? NeverSeen
        : host.IsSilent(clock.Now(), options.StaleAfter) ? Stale
        : situation is null ? Silent
        : host.Presence.StateHash != situation.StateHash ? Outdated
        : null;

    private async Task<Dictionary<string, WindowsRelease?>> ReleasesAsync(CancellationToken ct) =>
        (await database.ReadAsync(WindowsHostQueries.AllAsync, ct)).ToDictionary(
            row => row.Id,
            row => WindowsReleases.OfFacts(row.Kernel, row.OsName),
            StringComparer.Ordinal
        );

    private static HostImpact Row(Moved one, HostForecast forecast) =>
        new()
        {
            Id = one.Host.Id,
            Name = one.Host.Identity.Name,
            Os = one.Host.Identity.Os,
            From = Of(one.From),
            To = one.Pin is null ? Of(one.To) : Of(one.From),
            Prospect = forecast.Prospect,
            Why = forecast.Why,
            Targets = forecast.Targets,
            Unmatched = forecast.Unmatched,
        };

    private static RequiredRevision? Of(Requirement required) =>
        required.Content.Policy is { } policy ? new(policy, required.Content.Revision, required.Digest) : null;
}
