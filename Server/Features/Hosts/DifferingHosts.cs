using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// Hosts with a target whose window is not the required one. Read from partial indexes, so that the cost is that of the hosts that differ.
/// </summary>
/// <param name="Configured">Those where the route or template has another one.</param>
/// <param name="Effective">Those where a fresh connection had another one.</param>
internal sealed record DifferingHosts(IReadOnlySet<string> Configured, IReadOnlySet<string> Effective)
{
    public static IReadOnlyList<string> Values { get; } = [SelectorKeys.Effective, SelectorKeys.Configured];

    public static async Task<DifferingHosts> ReadAsync(DbSession db) =>
        new(
            (await db.ListAsync<string>("select host_id from target_windows where differs")).ToHashSet(StringComparer.Ordinal),
            (await db.ListAsync<string>("select host_id from target_windows where effective <> required")).ToHashSet(StringComparer.Ordinal)
        );

    /// <summary>The hosts of one of <see cref="Values"/>.</summary>
    public IReadOnlySet<string> Of(string value) => value == SelectorKeys.Configured ? Configured : Effective;

    public bool Has(string host, SelectorValue value) => Values.Any(one => value.Holds(one) && Of(one).Contains(host));
}
