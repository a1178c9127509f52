using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Impact;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>
/// Policies as the console shows them: with how many hosts have the revision that they must have, by their last check-ins.
/// </summary>
internal sealed class PolicyBoard(Database database, Requirements requirements, SeenHosts hosts)
{
    /// <summary>Revisions on a page.</summary>
    public const int ShownRevisions = 50;

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

    public async Task<PolicyDetail?> FindAsync(string name, CancellationToken ct) =>
        await database.ReadAsync(db => PolicyHistory.OfAsync(db, name), ct) is { } history
            ? PolicyViews.Detail(history, requirements.Current, hosts)
            : null;

    public async Task<RevisionDetail?> RevisionAsync(string name, int number, CancellationToken ct) =>
        await database.ReadAsync(db => PolicyQueries.FindAsync(db, name, number), ct) is { } row
            ? new(name, row.Summary(), row.Document)
            : null;

    /// <param name="name">The policy.</param>
    /// <param name="before">Shows its revisions below this number; <see langword="null"/> for the latest.</param>
    /// <param name="ct">Ends it early.</param>
    public async Task<PolicyView?> ViewAsync(string name, int? before, CancellationToken ct)
    {
        var set = requirements.Current;
        var following = Following(name).ToList();
        var held = following.Select(host => host.Presence.Held?.Digest).OfType<string>();
        var (found, revisions, verdicts, windows) = await database.ReadAsync(
            async db =>
                (
                    await PolicyHistory.OfAsync(db, name, before ?? long.MaxValue, ShownRevisions + 1),
                    await PolicyQueries.NumbersAsync(db, name, held),
                    await VerdictsInForce.ByHostAsync(db),
                    await WindowsHostQueries.AllAsync(db)
                ),
            ct
        );
        if (found is not { } history)
            return null;
        // The latest revision asks nothing of a host that is held at another.
        bool IsAsked(FleetHost host) => set.PinOf(host.Id) is not { } pin || pin.Content.Content.Revision == history.Latest.Number;
        var meaning = PolicyReader.Read(history.Latest.Document).Policy;
        return new(
            PolicyViews.Detail(history with { Revisions = [.. history.Revisions.Take(ShownRevisions)] }, set, hosts),
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
            Older = history.Revisions.Count > ShownRevisions ? (int)history.Revisions[ShownRevisions - 1].Number : null,
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
