using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Stripes;

/// <summary>The arms of an experiment, at the same time.</summary>
/// <param name="gate">The socket, shared with the tuner.</param>
/// <param name="settings">What the host's administrator decided.</param>
internal sealed class LinuxStripes(NetlinkGate gate, Func<HostSettings> settings) : IStripes
{
    /// <summary>The arms that are installed now; <see langword="null"/> without an experiment.</summary>
    internal StripeLayout? Layout { get; private set; }

    /// <inheritdoc/>
    public ValueTask<StripesReading> ReadAsync(StripeLayout layout, CancellationToken ct) =>
        gate.AloneAsync("reading the routes and rules of an experiment", netlink => ValueTask.FromResult(Read(netlink, layout)), ct);

    /// <inheritdoc/>
    public ValueTask<Outcome> LayAsync(StripeLayout layout, CancellationToken ct) =>
        gate.AloneAsync(
            "adding the routes and rules of an experiment",
            netlink =>
            {
                var done = new List<string>();
                try
                {
                    Layout = layout;
                    ArmTables.Follow(netlink, layout, done);
                    StripeRows.Lay(netlink, layout);
                    if (Read(netlink, layout).Missing is not { Count: > 0 } missing)
                        return ValueTask.FromResult<Outcome>(new Outcome.Applied());
                    Clear(netlink, done);
                    return ValueTask.FromResult<Outcome>(
                        new Outcome.Failed(
                            $"The rules read back differently than written and were removed; missing: {string.Join("; ", missing)}."
                        )
                    );
                }
                catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
                {
                    Clear(netlink, done);
                    return ValueTask.FromResult<Outcome>(
                        new Outcome.Failed($"The kernel refused, and everything was removed again: {failure.Message}")
                    );
                }
            },
            ct
        );

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> ClearAsync(CancellationToken ct) =>
        gate.AloneAsync(
            "removing the routes and rules of an experiment",
            netlink =>
            {
                var done = new List<string>();
                Clear(netlink, done);
                return ValueTask.FromResult<IReadOnlyList<string>>(done);
            },
            ct
        );

    /// <summary>Removes whatever an experiment left.</summary>
    internal void Clear(NetlinkSocket netlink, List<string> done)
    {
        Layout = null;
        // Rules first: without them no lookup uses the tables.
        StripeRows.Clear(netlink, done);
        ArmTables.Clear(netlink, done);
    }

    private StripesReading Read(NetlinkSocket netlink, StripeLayout layout)
    {
        var links = RouteDump.Links(netlink);
        var targets = new Dictionary<string, int?>(StringComparer.Ordinal);
        foreach (var (route, window) in ArmTables.Concerned(netlink, layout))
            targets.TryAdd(TargetName.Of(route, index => links.GetValueOrDefault(index, $"if{index}")), window.InitCwnd);
        return new StripesReading([.. Hindrances(netlink, layout, targets.Count)], targets, StripeRows.Missing(netlink, layout));
    }

    private IEnumerable<string> Hindrances(NetlinkSocket netlink, StripeLayout layout, int concerned)
    {
        var release = SystemFile.Line("/proc/sys/kernel/osrelease");
        if (!IsRecent(release))
            yield return $"This kernel ({release}) does not support rules for ports, which came with {StripeRules.Since}; time blocks need "
                + "them, too.";
        if (settings() is { Backend: Backend.Bpf })
            yield return "A BPF program sets the windows here (backend: bpf); it takes precedence over every route, and so over every arm.";
        if (concerned == 0)
            yield return $"There is no route to {layout.Destination?.ToString() ?? "default"} in the main table; 'iwtune show' lists "
                + "the routes.";
        foreach (var family in StripeRules.Families(layout).ToArray())
        {
            foreach (var hindrance in StripeRules.Hindrances(StripeRules.Read(netlink, family), family))
                yield return hindrance;
        }
        foreach (var foreign in ArmTables.Foreign(netlink, layout))
            yield return $"{foreign} is in a table that an experiment needs ({StripeRules.TableOf(0)} and above), and is not ours. "
                + "Remove it, then try again.";
    }

    private static bool IsRecent(string release) =>
        Version.TryParse(string.Concat(release.TakeWhile(c => char.IsAsciiDigit(c) || c == '.')).TrimEnd('.'), out var kernel)
        && kernel >= StripeRules.Since;
}
