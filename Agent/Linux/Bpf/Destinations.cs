using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>Which targets a program can serve that knows the destination of a connection, but not the tables that lead there.</summary>
internal sealed class Destinations
{
    private const string Why =
        "No route is written: a sock_ops program sets the window of connections to this destination while an agent runs.";

    private const string LocalTable = "local";

    private readonly Dictionary<Prefix, Candidate> _preferred = [];

    public Destinations(IReadOnlyList<Target> targets)
    {
        foreach (var target in targets)
        {
            var key = RouteMessage.Read(target.Raw).Key;
            var candidate = new Candidate(target.Id, target.Table == LocalTable ? 0 : 1, key.Priority);
            if (IsLooked(target) && IsPlain(key) && (!_preferred.TryGetValue(PrefixOf(target), out var best) || candidate.IsBefore(best)))
                _preferred[PrefixOf(target)] = candidate;
        }
    }

    /// <summary>How this target is set, and why the program does not set it if it does not.</summary>
    public Strategy For(Target target) =>
        Hindrance(target) is { } why ? new Strategy(StrategyKind.ReportOnly, why) : new Strategy(StrategyKind.Bpf, Why);

    public bool IsServed(Target target) => Hindrance(target) is null;

    public static Prefix PrefixOf(Target target) => Prefix.Of(target.Destination);

    /// <summary>In one of the two tables that every ordinary lookup goes through, the local one first.</summary>
    public static bool IsLooked(Target target) => target.InMainTable || target.Table == LocalTable;

    private string? Hindrance(Target target) =>
        !IsLooked(target)
            ? $"Rules send connections to table {target.Table}, and the program sees only their destination; 'backend: routes' can set it."
        : !IsPlain(RouteMessage.Read(target.Raw).Key)
            ? "It serves only some of the packets to its destination, by source or type of service, and the program sees only the "
                + "destination."
        : _preferred[PrefixOf(target)].Id is var preferred && preferred != target.Id
            ? $"'{preferred}' is preferred to it for the same destination, and the program sees only the destination."
        : null;

    private static bool IsPlain(RouteKey key) => key is { SourceLength: 0, Tos: 0 };

    private readonly record struct Candidate(string Id, int Table, uint Priority)
    {
        public bool IsBefore(Candidate other) => (Table, Priority).CompareTo((other.Table, other.Priority)) < 0;
    }
}
