using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>
/// Many steps: a router's table has tens of thousands of routes. One reading before and one after serve for all routes that are rewritten
/// in place.
/// </summary>
public sealed partial class LinuxTuner
{
    /// <summary>Steps that need their own readings are taken for this long, so that a person who stops the command need not wait.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(300);

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<Outcome>> ApplyAsync(IReadOnlyList<Step> steps, CancellationToken ct) =>
        AloneAsync(
            $"changing {steps.Count} routes",
            async netlink =>
            {
                var owners = await Oracle.ReadAsync(ct);
                var outcomes = new List<Outcome>(steps.Count);
                var began = clock.GetTimestamp();
                var together = steps.Count == 1 || _bpf is not null ? null : new Rewriting(netlink, owners);
                while (outcomes.Count < steps.Count && (outcomes.Count == 0 || clock.GetElapsedTime(began) < Patience))
                {
                    if (together?.Take(steps, outcomes) == true)
                        continue;
                    outcomes.Add(await TakeAsync(netlink, owners, steps[outcomes.Count], ct));
                    together?.Outdate();
                }
                return (IReadOnlyList<Outcome>)outcomes;
            },
            ct
        );
}
