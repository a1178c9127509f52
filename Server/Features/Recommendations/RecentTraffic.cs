using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Recommendations;

/// <summary>
/// What was read a moment ago is not read again: a slider asks for the same connections several times a second. Hosts report every five
/// minutes, so half a minute hides nothing.
/// </summary>
public sealed class RecentTraffic(Database database, TimeProvider clock)
{
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(30);

    private readonly ConcurrentDictionary<string, (long At, Lazy<Task<RoleTraffic>> Read)> _read = new(StringComparer.Ordinal);

    internal async Task<RoleTraffic> OfAsync(IReadOnlyList<FleetHost> of, int days, CancellationToken ct)
    {
        foreach (var (old, one) in _read)
        {
            if (clock.GetElapsedTime(one.At) > Kept)
                _read.TryRemove(old, out _);
        }
        var key = KeyOf(of, days);
        // Not with the token of the first caller: others wait for the same reading.
        var read = _read.GetOrAdd(
            key,
            _ => (clock.GetTimestamp(), new(() => RoleTraffic.ReadAsync(database, clock, of, days, CancellationToken.None)))
        );
        try
        {
            return await read.Read.Value.WaitAsync(ct);
        }
        catch (StoreException)
        {
            _read.TryRemove(key, out _);
            throw;
        }
    }

    private static string KeyOf(IReadOnlyList<FleetHost> of, int days)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var host in of)
            hash.AppendData(Encoding.ASCII.GetBytes(host.Id));
        return $"{days}:{Convert.ToHexString(hash.GetHashAndReset())}";
    }
}
