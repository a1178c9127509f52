using System.Security.Cryptography;
using System.Text;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>One hash over every window of the host; it changes when any of them does.</summary>
public static class StateHash
{
    /// <summary>
    /// The order in which the system lists its routes does not count, and neither do containers that the agent never gave a window.
    /// </summary>
    public static string Of(HostSnapshot snapshot)
    {
        var lines = snapshot.Targets.Where(IsReported).Select(target => $"{target.Id} {target.Current}\n").Order(StringComparer.Ordinal);
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(string.Concat(lines)));
        return Convert.ToHexString(hash.AsSpan(0, 16)); // it shows change and proves nothing: half is enough for a check-in under 300 bytes
    }

    private static bool IsReported(Target target) => target.Container is null || target.Original is not null || !target.Current.IsUnset;
}
