using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Palette.Sources;

/// <summary>What a person can begin: each is a page that asks before it changes anything.</summary>
internal sealed class ActionEntries : IPaletteSource
{
    private static readonly (string Title, string Address, Permission Needs)[] Actions =
    [
        ("Write a policy", "/policies/new", Permission.PoliciesPublish),
        ("Plan a rollout", "/rollouts/new", Permission.RolloutsStart),
        ("Freeze rollouts", "/rollouts/freezes", Permission.FreezesWrite),
        ("Label hosts", "/hosts/label", Permission.HostsWrite),
        ("Hold hosts", "/holds/set", Permission.HoldsWrite),
        ("Grant an exception", "/compliance/exceptions/new", Permission.ExceptionsWrite),
        ("Export a compliance report", "/compliance/export", Permission.Export),
        ("Create an enrolment token", "/enrolment", Permission.TokensEnrol),
    ];

    public Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        Task.FromResult(
            asked.IsOpen
                ? []
                : Actions
                    .Where(action => asked.May(action.Needs) && asked.Fits(action.Title))
                    .Select(action => new PaletteEntry(action.Title, "action", action.Address))
        );
}
