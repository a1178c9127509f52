using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Impact;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>
/// Policies as the console shows them: with how many hosts have the revision that they must have, by their last check-ins.
/// </summary>
internal sealed class PolicyBoard(Database database, Requirements requirements, SeenHosts hosts)
{
    /// <summary>Hosts of the fleet.</summary>
    public int Fleet => hosts.Count;

    public async Task<IReadOnlyList<PolicyListRow>> ListAsync(CancellationToken ct)
    {
        var set = requirements.Current;
        var latest = await database.ReadAsync(PolicyQueries.LatestAsync, ct);
        return
        [
            .. latest.Select(row => new PolicyListRow(
                PolicyViews.Summary(row, set, hosts),
                Following(row.Policy).Count(host => HasRequired(host, set))
            )),
        ];
    }

    public async Task<PolicyDetail?> FindAsync(string name, CancellationToken ct)
    {
        var (history, removed) = await database.ReadAsync(db => PolicyViews.HistoryAsync(db, name), ct);
        return history.Count == 0 ? null : PolicyViews.Detail(history, removed, requirements.Current, hosts);
    }

    public async Task<RevisionDetail?> RevisionAsync(string name, int number, CancellationToken ct) =>
        await database.ReadAsync(db => PolicyQueries.FindAsync(db, name, number), ct) is { } row
            ? new(name, row.Summary(), row.Document)
            : null;

    public async Task<PolicyView?> ViewAsync(string name, CancellationToken ct)
    {
        var set = requirements.Current;
        var ((history, removed), verdicts, windows) = await database.ReadAsync(
            async db =>
                (await PolicyViews.HistoryAsync(db, name), await VerdictsInForce.ByHostAsync(db), await WindowsHostQueries.AllAsync(db)),
            ct
        );
        if (history.Count == 0)
            return null;
        var following = Following(name).ToList();
        // The latest revision asks nothing of a host that is held at another.
        bool IsAsked(FleetHost host) => set.PinOf(host.Id) is not { } pin || pin.Content.Content.Revision == history[0].Number;
        var revisions = history
            .GroupBy(row => BundleDigest.Of(row.ReadContent()), StringComparer.Ordinal)
            .ToDictionary(g => g.Key, g => (int)g.Max(row => row.Number), StringComparer.Ordinal);
        var meaning = PolicyReader.Read(history[0].Document).Policy;
        return new(
            PolicyViews.Detail(history, removed, set, hosts),
            meaning,
            [.. (await AssignmentViews.ListAsync(database, hosts, requirements)).Where(a => a.Policy == name)],
            following
                .Select(h => h.Presence.Held is { } held ? revisions.GetValueOrDefault(held.Digest) : 0)
                .Where(n => n > 0)
                .CountBy(n => n)
                .ToDictionary(),
            following.Select(h => verdicts.OfHost(h.Id)).CountBy(v => v).ToDictionary()
        )
        {
            HaveRequired = following.Count(host => HasRequired(host, set)),
            Held = following.Held(set),
            Unfit = meaning is null
                ? []
                : [.. Unfit(meaning, windows, following.Where(IsAsked)).Select(host => host with { Verdict = verdicts.OfHost(host.Id) })],
        };
    }

    private static IReadOnlyList<UnfitHost> Unfit(Policy policy, IEnumerable<WindowsHostRow> windows, IEnumerable<FleetHost> following)
    {
        var ids = following.Select(host => host.Id).ToHashSet(StringComparer.Ordinal);
        return UnfitHost.Of(policy, windows.Where(host => ids.Contains(host.Id)));
    }

    /// <summary>Hosts that must have a policy once a change is made; held hosts keep what they have.</summary>
    public int CountReached(string policy, ProposedChange change)
    {
        var after = requirements.Current.With(change);
        return hosts.All.Count(host => after.For(host.Identity) is { Pin: null } required && required.Policy == policy);
    }

    /// <summary>Hosts that are held and would have a policy by a change otherwise.</summary>
    public int CountHeld(string policy, ProposedChange change)
    {
        var after = requirements.Current.With(change);
        return hosts.All.Count(host => after.PinOf(host.Id) is not null && after.Unheld(host.Identity).Policy == policy);
    }

    private IEnumerable<FleetHost> Following(string policy) => hosts.Following(requirements.Current, policy);

    private static bool HasRequired(FleetHost host, RequirementSet set) => host.Presence.Held?.Digest == host.Required(set).Digest;
}
