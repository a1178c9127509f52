using System.Security.Cryptography;
using System.Text;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>One hash over every window of the host; it changes when any of them does.</summary>
public static class StateHash
{
    private const int MostOnStack = 1024;

    /// <summary>
    /// The order in which the system lists its routes does not count, and neither do containers that the agent never gave a window.
    /// </summary>
    public static string Of(HostSnapshot snapshot)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Span<byte> utf8 = stackalloc byte[MostOnStack];
        // Line by line: as one text, the routes of a large host would be a large object of every turn.
        foreach (var line in Lines(snapshot))
        {
            var fits = Encoding.UTF8.GetMaxByteCount(line.Length) <= utf8.Length;
            hash.AppendData(fits ? utf8[..Encoding.UTF8.GetBytes(line, utf8)] : Encoding.UTF8.GetBytes(line));
        }
        Span<byte> whole = stackalloc byte[SHA256.HashSizeInBytes];
        hash.GetHashAndReset(whole);
        return Convert.ToHexString(whole[..16]); // it shows change and proves nothing: half is enough for a check-in under 300 bytes
    }

    private static List<string> Lines(HostSnapshot snapshot)
    {
        var lines = new List<string>(snapshot.Targets.Count);
        var (window, text) = (Window.Unset, Window.Unset.ToString());
        foreach (var target in snapshot.Targets)
        {
            if (!IsReported(target))
                continue;
            // Routes that follow each other mostly have the same one.
            if (target.Current != window)
                (window, text) = (target.Current, target.Current.ToString());
            lines.Add($"{target.Id} {text}\n");
        }
        lines.Sort(StringComparer.Ordinal);
        return lines;
    }

    private static bool IsReported(Target target) => target.Container is null || target.Original is not null || !target.Current.IsUnset;
}
