using IwTune.Server.Features.Hosts;
using IwTune.Shared.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>A host that cannot do what a policy requires, reported before the policy applies.</summary>
/// <param name="Id">The host.</param>
/// <param name="Name">Its name.</param>
/// <param name="Os">Its system.</param>
/// <param name="Reasons">Why, as sentences.</param>
public sealed record UnfitHost(string Id, string Name, string Os, IReadOnlyList<string> Reasons)
{
    /// <summary>What it reports, where that is known: a host may fulfil the part that its system supports.</summary>
    public Verdict? Verdict { get; init; }

    /// <param name="policy">The policy.</param>
    /// <param name="windows">The Windows hosts it covers.</param>
    internal static IReadOnlyList<UnfitHost> Of(Policy policy, IEnumerable<WindowsHostRow> windows) =>
        [
            .. from host in windows
            let release = WindowsReleases.OfFacts(host.Kernel, host.OsName)
            where release is not null
            let reasons = WindowsFit
                .Of(policy.Scopes, release.Value)
                .Where(misfit => misfit.Unsupported)
                .Select(misfit => misfit.Text)
                .ToList()
            where reasons.Count > 0
            select new UnfitHost(host.Id, host.Name, host.OsName, reasons),
        ];
}
